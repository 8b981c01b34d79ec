"""Commands of accounts, for whoever runs the site."""
