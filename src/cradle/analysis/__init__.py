"""After the game: what each decision cost, what luck brought, and how both made the result."""
