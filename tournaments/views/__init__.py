"""Pages that need the whole house: home, help, about."""
