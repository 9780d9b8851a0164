#pragma once
// What a naive forecast sees of a state: positions and rates as they are, of angles their sine and cosine, so that a
// mean or a linear map does not depend on how many turns were made.
//   (1)  f = (p_1 or sin p_1, ..., p_m or cos p_m, ..., r_1, ..., r_m)
// Positions p and rates r are x and v, m = n d of them, or q and qdot.

#include <vector>

#include "coordinates/generalised_coordinates.hpp"

namespace cchnn {

// Knows which positions are angles. Forecasts own one; constant, shared by threads.
class NaiveFeatures {
  public:
    // `coordinates` null: features of x and v, none of them an angle. Else of q and qdot.
    NaiveFeatures(int nodes, int dimension, const GeneralisedCoordinates* coordinates);

    std::size_t width() const { return turns_.size(); }  // m
    std::size_t count() const { return count_; }         // of f
    // How many of them are positions: the first ones.
    std::size_t positions() const { return count_ - width(); }

    void of(const double* p, const double* r, double* f) const;
    // The inverse of (1): angles are the nearest to those of `previous`.
    void back(const double* f, const double* previous, double* p, double* r) const;

  private:
    std::vector<bool> turns_;  // (m) whether the position is an angle
    std::size_t count_;
};

}  // namespace cchnn
