"""English: of its readers here, few are American."""
