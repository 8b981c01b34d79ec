"""Forms: what pages ask of people about tables and matches."""
