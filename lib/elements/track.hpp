#pragma once
// Points of bodies stay on a smooth curve C(s), d = 2 or 3 (schemas/system/constraints.md, "Track").
//   (1)  Phi_j = n_j(s) . (x - C(s)),  n_j the d-1 normals of the curve at the parameter s nearest to the point   [m]
// The parameter of each point is part of the state: it follows the point along the curve.

#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "elements/kind_bases.hpp"
#include "elements/parts/curve/curve_spec.hpp"

namespace cchnn {

// Read by hand, since the keys x, y and z are the entries of one list of formulas. One that is left out is "": check()
// reports it if its axis exists, and Curve leaves it out.
void from_json(const nlohmann::ordered_json& item, CurveSpec& curve);

struct TrackSpec {
    std::vector<PointSpec> points;  // at least 1
    CurveSpec curve;
};
// A point that stays on a curve; points of one Track share it.
struct TrackPoint {
    std::string name;  // "Track cart1", "Track bogie (2)"
    Point point;
    std::shared_ptr<const Curve> curve;
};

struct TrackKind : ConstraintOf<TrackSpec, TrackPoint> {
    using TakesPaperRows = void;
    static constexpr const char* type = "Track";
    static constexpr auto fields =
        std::tuple(field("points", "What is on the curve: bodies (their centres of mass), or points of extended ones.",
                         &Spec::points),
                   field("curve", "A smooth curve: one formula for each axis of space. It continues beyond its range.",
                         &Spec::curve));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term& term);
    static void paper_rows(const Term& term, PaperRows& rows);
    static const CurveCells& cells(const Term& term);
    static void breaks(const Term& term, Symmetry& symmetry);
    static void draw(const Term& term, Sketch& sketch);
    static constexpr const char* formula =
        "a point stays on a curve: n_j . (x - C(s)) = 0, n_j normals of the curve at its parameter s";
    static std::string ends(const Term& term, const Bodies& bodies);
};

}  // namespace cchnn
