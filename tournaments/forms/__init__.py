"""Forms: what people fill in about tournaments, and the words for what is in them."""
