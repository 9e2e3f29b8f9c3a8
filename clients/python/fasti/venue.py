"""The venue of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .schema import Event, Venue


def venue_of(event: Event) -> Venue | None:
    """The venue of an event; the first if it has several, None if it has none."""
    venue = event.get("venue")
    if isinstance(venue, list):
        return venue[0] if venue else None
    return venue
