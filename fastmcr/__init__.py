"""Exact and fast Mahjong Competition Rules (MCR, Guobiao)."""

__version__ = "0.1.0"
