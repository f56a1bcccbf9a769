"""Arrays in device memory: their labels, tables and properties, and glccl.label() as an operator of torch."""
