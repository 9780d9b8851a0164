#pragma once
// The point of a curve nearest to a position: of all local minima of |p - C(s)| over the curve's range, found on a
// grid as fine as the curve bends (elements/parts/curve/curve_cells.hpp) and refined by Newton, the least. Where the curve
// crosses itself two are equally near; then the one whose tangent is along the velocity, where one is given. Double
// only, off the stepping path: for states that come without s.

#include <memory>
#include <string>
#include <vector>

#include "elements/parts/curve/curve_point.hpp"
#include "elements/parts/separation.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {

class TrackSearch {
  public:
    explicit TrackSearch(std::shared_ptr<const Curve> curve);

    // p, v point at d numbers; v may be null.
    double nearest(const double* p, const double* v) const;
    // nearest(p, nullptr) and nearest(p, v) by one search, ended by a step of 1e-9 of the range, which Newton squares.
    struct Nearest {
        double to_point, to_motion;
    };
    Nearest nearest_both(const double* p, const double* v) const;
    // Largest |C'| over the range.  [m]
    double fastest() const { return fastest_; }
    const Curve& curve() const { return *curve_; }
    CurvePoint at(double s) const;

  private:
    // A local minimum of the distance.
    struct Nearness {
        double distance, along;  // of the point, and |tangent . v|
        double s;
    };
    // Samples first .. last lie within a ball: what is far from it is far from all of them.
    struct Block {
        std::size_t first, last;
        double centre[3], radius;
    };
    // p has three coordinates in all of these.
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

// A point on a curve as a system knows it.
struct SystemTrack {
    std::string name;
    Separation point;
    std::shared_ptr<const TrackSearch> search;
};
// Curves that `like` has too are not searched anew.
std::vector<SystemTrack> system_tracks(const BodyGraph& graph, const std::vector<SystemTrack>& like);

}  // namespace cchnn
