#include "score/naive/naive_names.hpp"

#include <algorithm>

namespace cchnn {

const std::vector<std::string>& naive_names() {
    static const std::vector<std::string> names{"persistence", "constant-velocity", "mean", "parrot", "linear"};
    return names;
}

const char* name(Naive kind) { return naive_names()[static_cast<std::size_t>(kind)].c_str(); }

std::optional<Naive> naive_named(const std::string& text) {
    const std::vector<std::string>& names = naive_names();
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) return std::nullopt;
    return static_cast<Naive>(found - names.begin());
}

bool needs_training_set(Naive kind) { return kind != Naive::persistence && kind != Naive::constant_velocity; }

}  // namespace cchnn
