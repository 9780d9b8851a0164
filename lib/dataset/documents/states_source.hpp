#pragma once
// The origin of initial states that were given and not drawn: the name of a file without its directory, and the
// digest of its states. The file itself is not part of the dataset.

#include <string>

namespace cchnn {

struct StatesSource {
    std::string file, sha256;
};

}  // namespace cchnn
