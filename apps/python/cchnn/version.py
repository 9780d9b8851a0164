"""Of the programs that this package belongs to (lib/core/version.hpp; a test compares)."""
__version__ = "0.2.0"
