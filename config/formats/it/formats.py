"""Formats: dates in Italian with the day as it is said, and the clock's hour after it."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
