"""Italian: no month has a capital."""
