"""Clubs: the pages for who comes in, who belongs, and who keeps the house; the club's own page needs more apps."""
