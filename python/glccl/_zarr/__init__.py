"""Parts of glccl.zarr: reading and writing OME-Zarr, the journal of a labeling, its table and its pyramid."""
