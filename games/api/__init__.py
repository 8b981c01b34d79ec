"""REST of tables, matches and what is played there (docs/protocol.md, section 2); mounted by config.api_urls."""
