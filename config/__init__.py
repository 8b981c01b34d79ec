"""Config: how the site is put together: settings, addresses, servers and workers."""
