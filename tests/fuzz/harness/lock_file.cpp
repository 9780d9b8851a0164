// A manifest, read as the lock file of a dataset.
#include "dataset/documents/lock_file.hpp"

#include "harness.hpp"

FUZZ_ONE(text) {
    const MemoryFile file(text);
    expecting_errors([&] { cchnn::read_lock_file(file.path()); });
}
