"""What is kept: the moves are the truth, everything else can be made of them or is about people."""
