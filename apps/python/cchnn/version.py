"""Version of the programs that this package belongs to (lib/core/version.hpp; a test compares them)."""
__version__ = "0.3.0"
