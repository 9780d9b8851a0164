#pragma once
// What a picture of a system shows, as points that follow its nodes: a state alone gives the whole picture.
// graph/ makes a drawing by asking every kind; report/page/ draws it.
//
//   rod       a Link, between its two points;  rope, a Rope
//   spring    a Spring;  dashpot, a Dashpot
//   pin       the axis of a hinge, from its point on by a unit length;  sleeve, of a Slider, along its rail
//   arm       of an extended body, from its centre to where something is attached; between wheels, and along slides
//   outline   of an extended body, the uniform one that has its moments: a box of half-length sqrt(3 lambda_i) along
//             axis i (a rod: its line), or where two of lambda_i are the same a cylinder or a disc, of radius
//             2 sqrt(lambda_i) there; circles for what rolls, with its radius
//   mass      centre of a body that moves;  joint, where two bodies meet;  fixed, an Origin;  magnet, fixed too
//   curve     of a Track, from one end of its range to the other
//   tip       what leaves a trail: a point mass, the end of the last axis of an extended body

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "elements/parts/bodies.hpp"
#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

class Curve;

struct Drawing {
    struct Line {
        enum class Kind { rod, spring, arm, outline, dashpot, rope, pin, sleeve } kind;
        Point a, b;
        std::string label = {};  // outline: id of the body; others: name of the term, or empty
    };
    struct Spot {
        enum class Kind { mass, joint, fixed, magnet } kind;
        Point at;
        std::string label;  // mass, fixed: id of the body; joint: name of the term
        double size = 0;    // mass: in (0, 1], as the cube root of the mass
    };
    std::vector<Line> lines;
    std::vector<Spot> spots;
    std::vector<std::vector<std::vector<double>>> curves;  // points of (d) m each
    std::vector<Point> tips;                               // one for each body that moves
    int up = 1;                                            // axis that points up: against gravity, else the last one
    std::vector<int> first_nodes = {};                     // of the bodies that move, in order
    int dimension = 0, nodes = 0;                          // d, n
    // Of a system that says where in space its coordinates put points: (n, d) formulas of a state, then of the time. The nodes of
    // the drawing are then these points.
    std::vector<FormulaProgram> places = {};

    // States (.., n, d) of the drawing, from states of the system at 0, dt, 2 dt, ...
    std::vector<double> states(const std::vector<double>& x, std::size_t numbers_of_state, double dt) const;

    // The body to which all nodes of a point belong, counted among those that move; nothing for a fixed point.
    std::optional<std::size_t> body_of(const Point& point) const;
    // Whether a line gives only a direction, as pins and sleeves do, which have no length of their own.
    static bool is_direction(Line::Kind kind) { return kind == Line::Kind::pin || kind == Line::Kind::sleeve; }
};

// One term of combined(): a sum of points and directions with factors.
struct PointTerm {
    double factor;
    const Point* point;
};
Point combined(const std::vector<PointTerm>& terms);
Point node_point(int node, int dimension);
Point fixed_point(const std::vector<double>& position);

// The drawing while kinds add to it (draw() of element.hpp).
class Sketch {
  public:
    explicit Sketch(const Bodies& bodies) : bodies_(bodies) {}

    // A line between two points, with arms from the centres of their bodies to them.
    void connect(Drawing::Line::Kind kind, const Point& a, const Point& b, const std::string& label);
    // An arm from the centre of the point's body to the point, unless the point is the centre.
    void attach(const Point& point);
    void line(Drawing::Line::Kind kind, const Point& a, const Point& b, const std::string& label = {}) {
        drawing_.lines.push_back({kind, a, b, label});
    }
    void spot(Drawing::Spot::Kind kind, const Point& at, const std::string& label, double size = 0) {
        drawing_.spots.push_back({kind, at, label, size});
    }
    // The outline of a body as a circle, with a spoke that shows how it turns; circle() is without one.
    void wheel(const Point& centre, const Point& axis_1, const Point& axis_2, double radius);
    void circle(const Point& centre, const Point& axis_1, const Point& axis_2, double radius, const std::string& label);
    // Says that points of space, given as formulas, are drawn in place of nodes.
    void places(int dimension, std::vector<FormulaProgram> formulas) {
        drawing_.dimension = dimension;
        drawing_.places = std::move(formulas);
    }
    bool has_places() const { return !drawing_.places.empty(); }
    void curve(const Curve& curve);  // once, however often it is asked for
    // Says that a kind draws the shape of this body, so that its box is left out.
    void draws_shape_of(BodyIndex body) { shaped_.insert(body); }
    bool shape_is_drawn(BodyIndex body) const { return shaped_.contains(body); }
    const Bodies& bodies() const { return bodies_; }
    Drawing take() { return std::move(drawing_); }

  private:
    const Bodies& bodies_;
    Drawing drawing_;
    std::set<BodyIndex> shaped_;
    std::set<const Curve*> curves_;
};

}  // namespace cchnn
