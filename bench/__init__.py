"""Benches: what is measured, one command each, the product beside its reference in one run."""
