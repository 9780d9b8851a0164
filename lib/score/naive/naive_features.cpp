#include "score/naive/naive_features.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/to_size.hpp"

namespace cchnn {

NaiveFeatures::NaiveFeatures(int nodes, int dimension, const GeneralisedCoordinates* coordinates) {
    if (!coordinates) turns_.assign(to_size(nodes) * dimension, false);
    else
        for (const Coordinate& coordinate : coordinates->table()) turns_.push_back(coordinate.turns);
    count_ = 2 * width() + std::count(turns_.begin(), turns_.end(), true);
}

void NaiveFeatures::of(const double* p, const double* r, double* f) const {
    for (std::size_t k = 0; k < width(); ++k) {
        if (!turns_[k]) {
            *f++ = p[k];
            continue;
        }
        *f++ = std::sin(p[k]);
        *f++ = std::cos(p[k]);
    }
    std::copy_n(r, width(), f);
}

void NaiveFeatures::back(const double* f, const double* previous, double* p, double* r) const {
    for (std::size_t k = 0; k < width(); ++k) {
        if (!turns_[k]) {
            p[k] = *f++;
            continue;
        }
        const double sine = *f++, cosine = *f++;
        p[k] = previous[k] + std::remainder(std::atan2(sine, cosine) - previous[k], 2 * std::numbers::pi);
    }
    std::copy_n(f, width(), r);
}

}  // namespace cchnn
