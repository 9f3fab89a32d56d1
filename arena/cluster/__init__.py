"""Games on many machines: the pool of a Dask cluster, and what its workers do."""
