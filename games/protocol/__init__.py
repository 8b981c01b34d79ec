"""Protocol: the words of the live socket, those it understands and those it says (docs/protocol.md, section 1)."""
