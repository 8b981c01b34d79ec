"""REST of tournaments: thin edges of the services."""
