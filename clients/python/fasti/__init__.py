"""A typed client for the Fasti event calendar service. Needs only the standard library."""

from .changes import Changes
from .client import Client
from .errors import FastiError
from .venue import venue_of

__all__ = ["Changes", "Client", "FastiError", "venue_of"]
