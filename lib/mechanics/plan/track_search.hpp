#pragma once
// Finds the point of a curve nearest to a position: all local minima of |p - C(s)| are located on a grid as fine as the
// curve bends (elements/parts/curve/curve_cells.hpp) and refined by Newton, and the least one is taken. Where the curve
// crosses itself two points are equally near; then the one whose tangent is along the velocity is taken, if a velocity
// is given. In double, off the stepping path: for states that come without s. Each curve of a system has one, shared by
// its points.

#include <memory>
#include <string>
#include <vector>

#include "elements/parts/curve/curve_point.hpp"
#include "elements/parts/separation.hpp"

namespace cchnn {

class BodyGraph;

class TrackSearch {
  public:
    explicit TrackSearch(std::shared_ptr<const Curve> curve);

    // p, v point at d numbers; v may be null.
    double nearest(const double* p, const double* v) const;
    // nearest(p, nullptr) and nearest(p, v) from one search. It ends with a Newton step of 1e-9 of the range, whose
    // error is the square.
    struct Nearest {
        double to_point, to_motion;
    };
    Nearest nearest_both(const double* p, const double* v) const;
    // Largest |C'| at the samples, m for a unit of s.
    double fastest() const { return fastest_; }
    const Curve& curve() const { return *curve_; }
    CurvePoint at(double s) const;

  private:
    // A local minimum of the distance.
    struct Nearness {
        double distance, along;  // of the point, and |tangent . v|
        double s;
    };
    // A run of samples within a ball: if p is far from the ball, it is far from all of them.
    struct Block {
        std::size_t first, last;
        double centre[3], radius;
    };
    // p has three coordinates in these, except in minima(), where it has d.
    std::size_t likely_block(const double* p) const;
    double least_square(const double* p, const Block& block) const;
    std::vector<const Block*> near_blocks(const double* p, double* reach) const;
    std::vector<double> candidates(const double* p, double enough) const;
    double model_minimum(const double* p, std::size_t i) const;
    double refined(const double* p, std::size_t i, double enough) const;
    std::vector<Nearness> minima(const double* p, const double* v, double enough) const;
    double chosen(const std::vector<Nearness>& found, bool moves) const;
    void bound_blocks();

    std::shared_ptr<const Curve> curve_;
    std::size_t dimension_;
    std::vector<double> parameters_;  // of samples, ascending
    std::vector<CurvePoint> points_;
    std::vector<Block> blocks_;
    double spacing_ = 0;  // largest distance of two neighbours
    double size_ = 0;     // largest distance of a point from the first
    double fastest_ = 0;
};

// A point on a curve: its name, where it is on its body, and the search on its curve.
struct SystemTrack {
    std::string name;
    Separation point;
    std::shared_ptr<const TrackSearch> search;
};
// The curve points of a graph. Curves that `like` also has reuse its searches.
std::vector<SystemTrack> system_tracks(const BodyGraph& graph, const std::vector<SystemTrack>& like);

}  // namespace cchnn
