"""Services: the verbs of games; each is one transaction."""
