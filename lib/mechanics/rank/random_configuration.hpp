#pragma once
// Draws random configurations near the manifold, from which Newton starts when a system is compiled: each body has a
// random orientation and is placed so that one link or joint to an already placed body is met. independent_rows.cpp
// owns one.

#include <random>
#include <vector>

#include "elements/parts/point.hpp"

namespace cchnn {

class BodyGraph;
struct TrackPoint;

class RandomConfiguration {
  public:
    RandomConfiguration(const BodyGraph& graph, double length_scale) : graph_(graph), length_scale_(length_scale) {}

    std::vector<double> draw();  // (n, d) m
    double symmetric();          // uniform in [-1, 1)

  private:
    // A constraint between two points, of length 0 for joints, seen from one of its bodies.
    struct Neighbour {
        const Point *from, *to;
        double length;
    };
    std::vector<std::vector<Neighbour>> neighbours_of_bodies() const;
    std::vector<double> direction();
    void orient(const Body& body, std::vector<double>& x);
    // Moves the body of `to` so that this point is `length` away from `from` in a random direction.
    void attach(const Point& from, const Point& to, double length, std::vector<double>& x);
    void put_on(const TrackPoint& track, std::vector<double>& x);
    std::vector<double> value(const Point& point, const std::vector<double>& x) const;

    const BodyGraph& graph_;
    double length_scale_;
    std::mt19937_64 engine_{20200613};  // the standard fixes this engine, but not its distributions
};

}  // namespace cchnn
