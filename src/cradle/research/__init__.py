"""For research: encodings, PettingZoo, OpenSpiel and Gymnasium environments, and datasets.

Each module needs its own library; all come with `pip install cradle[research]`.
"""
