"""Players that learn: the network, how it plays, and how it is trained.

Playing needs numpy alone; training needs PyTorch (`pip install cradle[learning]`).
"""
