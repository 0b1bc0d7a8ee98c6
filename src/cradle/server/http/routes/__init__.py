"""What can be asked over plain HTTP, one module a subject."""
