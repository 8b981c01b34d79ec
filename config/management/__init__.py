"""Management: commands of the site as a whole."""
