#include "elements/rolling.hpp"

#include "elements/equation_of.hpp"
#include "elements/parts/formula/formula.hpp"
#include "elements/parts/reading/wording.hpp"
#include "elements/rim.hpp"

namespace cchnn {
namespace {

// Only bodies with a plane or a volume roll. An axle makes a wheel of an Obj3D.
void check_shape_of(const std::string& pointer, const RollingSpec& rolling, const BodySpec& body, Findings& findings) {
    const std::string axle = child(pointer, "axle");
    if (body.type != BodyType::obj2d && body.type != BodyType::obj3d)
        return findings.add(child(pointer, "body"),
                            named_type(body) + ": an Obj2D rolls as a disk, an Obj3D as a wheel or a ball");
    if (!rolling.upright && body.type == BodyType::obj3d && rolling.axle.empty())
        findings.add(child(pointer, "upright"),
                     "is for a disk or a wheel: " + named_type(body) + " without an 'axle', a ball");
    if (rolling.axle.empty()) return;
    if (body.type == BodyType::obj2d)
        return findings.add(axle, named_type(body) + ": the axle of a disk is across its own plane, leave it out");
    findings.check_in_body(axle, rolling.axle, body.type);
    findings.check_unit(axle, rolling.axle);
}

template <class Number>
std::vector<Exact> vector_of(const std::array<Number, 3>& v) {
    return {v.begin(), v.end()};
}

// A row with the members that all rows of a rolling body share.
ConstraintRow rolling_row(const Rolling& rolling, ConstraintRow::Kind kind, const std::string& what, Separation r) {
    ConstraintRow row{kind, rolling.name + ", " + what, std::move(r), 0, 0, 0.0, true};
    row.normal = row.up = vector_of(rolling.up);
    return row;
}

// (4): points 1, 2, 3 are the centre and radius d_1, radius d_2.
std::array<std::shared_ptr<const Equation>, 3> leaning_equations(const Rolling& rolling, double height) {
    const std::vector<Point> points{rolling.centre, rolling.rim[0], rolling.rim[1]};
    const std::string slip = along("t", "v", 1) + " - (" + along("k", "", 2) + "*" + along("t", "v", 2) + " + " +
                             along("k", "", 3) + "*" + along("t", "v", 3) + ")/" + lean_of_rim();
    const auto equation = [&](const std::array<Exact, 3>& across) {
        const auto variables = formula_variables(3, 3, true);
        FormulaConstants constants;
        for (std::size_t k = 0; k < 3; ++k) {
            constants["k" + std::to_string(k + 1)] = rolling.up[k];
            constants["t" + std::to_string(k + 1)] = double(across[k]);
        }
        return equation_of(formula_of(slip, constants, variables), variables, points, 3);
    };
    return {rim_height(points, {rolling.up.begin(), rolling.up.end()}, height), equation(rolling.across_1),
            equation(rolling.across_2)};
}

}  // namespace

// A body rolls on one plane only.
void RollingKind::check(const Spec& rolling, const std::string& pointer, Checking& checking) {
    Findings& findings = checking.findings;
    if (checking.dimension != 3) {
        findings.add(child(pointer, "type"),
                     "Rolling needs dimension 3, got " + std::to_string(checking.dimension) +
                         (checking.dimension == 2 ? ": there a wheel's turning and its way are one coordinate" : ""));
    } else {
        findings.check_vector(child(pointer, "up"), rolling.up, checking.dimension);
        findings.check_unit(child(pointer, "up"), rolling.up);
        if (checking.bodies.check_moves(child(pointer, "body"), rolling.body, findings))
            check_shape_of(pointer, rolling, checking.bodies.at(rolling.body), findings);
    }
    if (const std::string* first = checking.claim("rolls " + rolling.body, pointer))
        findings.add(child(pointer, "body"), "'" + rolling.body + "' rolls already by " + *first);
}

// Takes the axes as directions of the body's nodes, and the plane's two directions across `up`.
void RollingKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    const Body& body = bodies.named(spec.body);
    const AxisFrameOf<Exact> plane = exact_axis_frame(spec.up);
    Rolling rolling{"Rolling " + body.id,
                    bodies.index_of(body),
                    bodies.centre(body),
                    {},
                    {},
                    spec.radius,
                    spec.height,
                    {spec.up[0], spec.up[1], spec.up[2]},
                    plane.across_1,
                    plane.across_2};
    rolling.axes = bodies.axes(body);
    if (!spec.axle.empty()) rolling.axle = bodies.direction(body, {spec.axle[0], spec.axle[1], spec.axle[2]});
    if (!spec.upright) {
        rolling.rim = rim_vectors(bodies, body, spec.axle, spec.radius);
        rolling.leaning = leaning_equations(rolling, spec.height);
    }
    terms.push_back(std::move(rolling));
}

// `up` is a direction of space, the axle one of the body.
void RollingKind::edges(const Spec& rolling, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_of({rolling.body}, bodies));
    add_numbers(edges.back(), fields, rolling);
    add_entries(edges.back(), "up", rolling.up, "1", true);
    add_entries(edges.back(), "axle", rolling.axle, "1", false);
    if (!rolling.upright) edges.back().numbers.push_back({"upright", 0, "1"});
}

Coupling RollingKind::coupling(const Term& rolling) {
    return {.relation = Coupling::Relation::environment,
            .a = &rolling.centre,
            .no_coordinates = rolling.name + " is a condition on velocities"};
}

// Conditions on positions first: the centre's height, and what keeps a disk or a wheel upright. Then the two
// conditions on velocities: the point of contact is at rest along both directions of the plane.
void RollingKind::paper_rows(const Term& rolling, PaperRows& rows) {
    using Kind = ConstraintRow::Kind;
    for (std::size_t i = 0; rolling.leans() && i < 3; ++i) {
        const std::string what = i == 0 ? "height" : "contact " + std::to_string(i);
        ConstraintRow row =
            rolling_row(rolling, i == 0 ? Kind::formula : Kind::formula_rate, what, separation_of(rolling.centre));
        row.axes = {separation_of(rolling.rim[0]), separation_of(rolling.rim[1])};
        row.equation = rolling.leaning[i];
        (i == 0 ? rows.positions : rows.velocities).push_back(std::move(row));
    }
    if (rolling.leans()) return;
    Separation above = separation_of(rolling.centre);
    for (std::size_t k = 0; k < 3; ++k) above.offset[k] -= (Exact(rolling.height) + rolling.radius) * rolling.up[k];
    rows.positions.push_back(rolling_row(rolling, Kind::linear, "height", std::move(above)));
    if (rolling.axle)
        rows.positions.push_back(rolling_row(rolling, Kind::linear, "axle", separation_of(*rolling.axle)));
    if (rolling.is_disk()) {
        rows.positions.push_back(rolling_row(rolling, Kind::triple_product, "upright", separation_of(rolling.axes[0])));
        rows.positions.back().axes = {separation_of(rolling.axes[1])};
    }
    int contact = 1;
    for (const auto* across : {&rolling.across_1, &rolling.across_2}) {
        ConstraintRow row =
            rolling_row(rolling, Kind::rolling, "contact " + std::to_string(contact++), separation_of(rolling.centre));
        row.normal = vector_of(*across);
        row.radius = rolling.radius;
        for (const Point& axis : rolling.axes) row.axes.push_back(separation_of(axis));
        rows.velocities.push_back(std::move(row));
    }
}

// A circle for each pair of axes: one for a disk, three for a ball or a wheel; of what leans the rim.
void RollingKind::draw(const Term& rolling, Sketch& sketch) {
    sketch.draws_shape_of(rolling.body);
    if (rolling.leans()) return sketch.wheel(rolling.centre, rolling.rim[0], rolling.rim[1], 1);
    for (std::size_t i = 0; i < rolling.axes.size(); ++i)
        for (std::size_t j = i + 1; j < rolling.axes.size(); ++j)
            sketch.wheel(rolling.centre, rolling.axes[i], rolling.axes[j], rolling.radius);
}

std::string RollingKind::ends(const Term& rolling, const Bodies&) {
    return "radius " + short_number(rolling.radius) + ", up " + tuple_text({rolling.up.begin(), rolling.up.end()}) +
           ", plane at height " + short_number(rolling.height) +
           (rolling.is_disk() ? "; a disk"
            : rolling.axle    ? "; a wheel"
                              : "; a ball") +
           (rolling.leans() ? " that leans" : "");
}

}  // namespace cchnn
