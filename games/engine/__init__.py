"""Engine: the rules of tressette as a library of the standard library only, without clock or chance (docs/rules.md)."""
