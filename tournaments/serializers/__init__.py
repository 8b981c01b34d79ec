"""Serializers: the shapes in which REST takes and gives what concerns tournaments."""
