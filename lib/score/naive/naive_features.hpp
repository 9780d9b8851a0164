#pragma once
// The naive forecasts by name (naive_forecast.hpp has their equations), what they see of a state, and those that continue
// from one state.
//
// They see positions and rates as they are, of angles their sine and cosine, so that a
// mean or a linear map does not depend on how many turns were made.
//   (1)  f = (p_1 or sin p_1, ..., p_m or cos p_m, ..., r_1, ..., r_m)
// Positions p and rates r are x and v, m = n d of them, or q and qdot.

#include <optional>
#include <string>
#include <vector>

#include "coordinates/generalised_coordinates.hpp"
#include "integrate/trajectory.hpp"

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

enum class Naive { persistence, constant_velocity, mean, parrot, linear };

const std::vector<std::string>& naive_names();  // in the order of Naive
const char* name(Naive kind);
std::optional<Naive> naive_named(const std::string& text);
bool needs_training_set(Naive kind);

// What a forecast has learned, from a training set or a context.
struct NaiveKnowledge {
    std::vector<double> mean;     // of features, for `mean`
    std::vector<double> map;      // W of features and a 1, by rows, for `linear`
    std::vector<double> weights;  // 1/s of features, 0 of those left out, for `parrot`
};

// All forecasts but the parrot, from p and r at times.time(0), which are copied, to all samples of `times`.
void extrapolate(Naive kind, const NaiveFeatures& features, TimeGrid times, const NaiveKnowledge& known,
                 const double* p, const double* r, double* positions, double* rates);

// The features of a state and a 1: what W is multiplied by.
std::vector<double> with_one(const NaiveFeatures& features, const double* p, const double* r);
// 1/s. Features of positions or rates whose spread is below 1e-9 of the largest are left out.
std::vector<double> feature_weights(const NaiveFeatures& features, const std::vector<double>& spread);

}  // namespace cchnn
