#include "dataset/writer/derived_rows.hpp"

namespace cchnn {

std::vector<std::pair<std::string, const std::vector<double>*>> derived_rows(const DerivedArrays& derived) {
    return {{"/acceleration", &derived.acceleration},
            {"/qddot", &derived.qddot},
            {"/momentum", &derived.momentum},
            {"/generalised_momentum", &derived.generalised_momentum},
            {"/multipliers", &derived.multipliers}};
}

bool fits(const DerivedArrays& derived, const PlannedArrays& planned, std::uint64_t count) {
    bool all = true;
    for (const auto& [path, values] : derived_rows(derived)) {
        const ArrayLayout& layout = array_layout(path);
        Shape shape = planned.shape_of(layout);
        shape[0] = planned.present(layout) ? count : 0;
        std::uint64_t size = 1;
        for (const std::uint64_t length : shape) size *= length;
        all = all && values->size() == size;
    }
    return all;
}

}  // namespace cchnn
