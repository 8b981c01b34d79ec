"""Services: the verbs of tournaments; each is one transaction."""
