#pragma once
// Where the initial states of a dataset come from that were not drawn: the name of a file, without its directory, and
// the digest of what it holds. The file itself is not part of the dataset.

#include <string>

namespace cchnn {

struct StatesSource {
    std::string file, sha256;
};

}  // namespace cchnn
