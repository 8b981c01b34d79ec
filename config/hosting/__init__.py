"""Hosting: how one machine runs the site: set-up, servers of its own, and the supervisor of `make run`."""
