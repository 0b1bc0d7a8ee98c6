"""Texts for property tests."""

from hypothesis import strategies as st

# All that UTF-8 can carry, as by default; but what it can't is found much sooner by category.
CHARACTERS = st.characters(exclude_categories=["Cs"])
