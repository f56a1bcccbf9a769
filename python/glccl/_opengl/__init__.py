"""Classes of glccl.gl, and the arguments of the extension module."""
