#pragma once
// A file from which a dataset takes initial states or inputs instead of drawing them: its name, without its directory,
// and the digest of its content. The file itself is not part of the dataset.

#include <string>

namespace cchnn {

struct GivenFile {
    std::string file, sha256;
};

}  // namespace cchnn
