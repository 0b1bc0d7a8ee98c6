"""What all tests share: no property depends on how busy the machine is."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("cradle", deadline=None)
settings.load_profile("cradle")
