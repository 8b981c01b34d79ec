"""Services: the verbs of accounts; each is one transaction."""
