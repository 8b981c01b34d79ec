"""Formats of dates and numbers, where the framework's are not what a language's readers here expect."""
