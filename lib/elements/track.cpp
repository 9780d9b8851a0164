#include "elements/track.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/to_size.hpp"
#include "elements/parts/curve/curve.hpp"
#include "elements/parts/curve/curve_cells.hpp"
#include "elements/parts/reading/check_ends.hpp"
#include "elements/parts/reading/optional_value.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

constexpr const char* axes[] = {"x", "y", "z"};

// Every axis of the dimension needs a formula, and no other axis has one.
bool check_formulas(const std::string& pointer, const CurveSpec& curve, int dimension, Findings& findings) {
    bool fine = true;
    const auto add = [&](const std::string& at, const std::string& what) {
        findings.add(at, what);
        fine = false;
    };
    for (int i = 0; i < 3; ++i) {
        const std::string at = child(pointer, axes[i]);
        const std::string text = i < std::ssize(curve.formulas) ? curve.formulas[i] : "";
        if (i >= dimension) {
            if (!text.empty()) add(at, "does not exist in dimension " + std::to_string(dimension) + ": leave it out");
        } else if (text.empty()) {
            add(pointer, "dimension " + std::to_string(dimension) + " needs a formula '" + axes[i] + "' too");
        } else {
            try {
                Formulas(curve.parameter).add(text);
            } catch (const FormulaError& error) {
                add(at, error.what());
            }
        }
    }
    return fine;
}

// The parameter's name and its range. False if the curve cannot be evaluated with them.
bool check_names(const std::string& pointer, const CurveSpec& curve, Findings& findings) {
    for (const char* taken : {"pi", "sin", "cos", "exp", "sqrt", "tanh", "log"})
        if (curve.parameter == taken) {
            findings.add(child(pointer, "parameter"),
                         std::string("'") + taken + "' is reserved in formulas: choose another name");
            return false;
        }
    const std::string range = child(pointer, "range");
    findings.check_entries_finite(range, curve.range);
    if (!findings.check_count(range, curve.range, 2, "low and high")) return false;
    if (curve.range[0] < curve.range[1] && std::isfinite(curve.range[1] - curve.range[0])) return true;
    findings.add(range, "low must be < high, got low " + number_text(curve.range[0]) + " and high " +
                            number_text(curve.range[1]));
    return false;
}

// The parameters at which a curve is checked: 1001 evenly spaced ones, and the borders of its cells, at which
// it begins to bend another way. Empty if it has too many cells.
std::vector<double> looked_at(const Curve& curve) {
    constexpr int samples = 1000;
    const CurveCells::Stretch& cells = curve.cells().stretch(0);
    std::vector<double> all;
    if (!cells.all_resolved) return all;
    for (int i = 0; i <= samples; ++i) all.push_back(curve.low() + (curve.high() - curve.low()) * i / samples);
    all.insert(all.end(), cells.borders.begin(), cells.borders.end());
    return all;
}

// Checks that the curve is finite everywhere with a direction, C' != 0, and that it is no finer than steps can
// follow.
void check_smooth(const std::string& pointer, const CurveSpec& spec, Findings& findings) {
    const Curve curve(spec);
    const std::vector<double> parameters = looked_at(curve);
    if (parameters.empty())
        return findings.add(pointer, "the curve bends too often within its range, in more than " +
                                         std::to_string(CurveCells::most_cells) +
                                         " places: make the range shorter, or the curve smoother");
    double fastest = 0, slowest = INFINITY, where = 0;
    for (const double s : parameters) {
        const CurvePoint at(curve, s);
        double speed = 0, all = 0;
        for (int k = 0; k < 3; ++k) {
            speed += at.first[k] * at.first[k];
            all += at.position[k] + at.first[k] + at.second[k];
        }
        if (!std::isfinite(all) || !std::isfinite(speed))
            return findings.add(
                pointer, "the curve or a derivative is not finite at " + spec.parameter + " = " + number_text(s));
        fastest = std::max(fastest, speed);
        if (speed < slowest) {
            slowest = speed;
            where = s;
        }
    }
    if (!(slowest > 1e-16 * fastest))  // squares: a speed of 1e-8 of the largest
        findings.add(pointer, "the curve has zero speed at " + spec.parameter + " = " + number_text(where) +
                                  ": it needs a tangent everywhere");
}

// Goes on to the shape of the curve only if names and formulas are right.
void check_itself(const std::string& pointer, const TrackSpec& track, Checking& checking) {
    const std::string at = child(pointer, "curve");
    if (checking.dimension == 1)
        return checking.findings.add(child(pointer, "type"),
                                     "a Track needs dimension 2 or 3, got 1, where every point is on the curve");
    for (std::size_t i = 0; i < track.points.size(); ++i)
        check_moving_end(child(child(pointer, "points"), i), track.points[i], checking.bodies, checking.findings);
    const bool named = check_names(at, track.curve, checking.findings);
    if (check_formulas(at, track.curve, checking.dimension, checking.findings) && named)
        check_smooth(at, track.curve, checking.findings);
}

}  // namespace

// Absent formulas become empty texts, so that index and axis agree.
void from_json(const nlohmann::ordered_json& item, CurveSpec& curve) {
    curve.parameter = item.at("parameter");
    curve.range = item.at("range").get<std::vector<double>>();
    for (const char* axis : axes) curve.formulas.push_back(optional_value(item, axis, std::string()));
}

// A point is on one Track at most; the same point under two names counts as two.
void TrackKind::check(const Spec& track, const std::string& pointer, Checking& checking) {
    check_itself(pointer, track, checking);
    for (std::size_t i = 0; i < track.points.size(); ++i) {
        const std::string at = child(child(pointer, "points"), i);
        if (const std::string* first = checking.claim("on a track " + end_text(track.points[i]), at))
            checking.findings.add(
                at, "this point of '" + track.points[i].body + "' is on the Track of " + *first + " already");
    }
}

// One term for each point; all share the curve. Points of one body are numbered in their names.
void TrackKind::resolve(const Spec& track, const Bodies& bodies, std::vector<Term>& terms) {
    const auto curve = std::make_shared<const Curve>(track.curve);
    for (const PointSpec& point : track.points) {
        terms.push_back({numbered_name(terms, "Track " + point.body), bodies.point(point), curve});
    }
}

void TrackKind::edges(const Spec& track, const Bodies& bodies, std::vector<Edge>& edges) {
    for (const PointSpec& point : track.points) edges.push_back(edge_of(point, bodies));
}

Coupling TrackKind::coupling(const Term& track) {
    return {.relation = Coupling::Relation::environment,
            .a = &track.point,
            .no_coordinates = track.name + " keeps a point on a curve"};
}

// One row in the plane and two in space: the point's distance from the curve along each normal.
void TrackKind::paper_rows(const Term& track, PaperRows& rows) {
    const int number = rows.tracks++;
    for (int j = 0; j + 1 < rows.dimension; ++j) {
        ConstraintRow row{ConstraintRow::Kind::track, track.name, separation_of(track.point), 0, 0, 0.0, true};
        if (rows.dimension == 3) row.name += ", normal " + std::to_string(j + 1);
        row.track = number;
        row.across = j;
        row.curve = track.curve;
        rows.positions.push_back(std::move(row));
    }
}

// A straight line along an axis of space leaves the symmetries along and about it; any other curve leaves none.
// It is such a line if all its formulas but one are numbers.
void TrackKind::breaks(const Term& track, Symmetry& symmetry) {
    const Formulas& formulas = track.curve->formulas();
    std::vector<double> along(formulas.count(), 0.0), place = along;
    int moving = 0;
    for (int k = 0; k < formulas.count(); ++k) {
        const FormulaStep& step = formulas.steps()[formulas.result(k)];
        if (step.op == FormulaStep::Op::constant) place[k] = double(step.value);
        else {
            along[k] = 1;
            ++moving;
        }
    }
    if (moving != 1) return void(symmetry.space = false);
    symmetry.rails.push_back(std::move(along));
    symmetry.on_axis.push_back(std::move(place));
}

const CurveCells& TrackKind::cells(const Term& track) { return track.curve->cells(); }

void TrackKind::draw(const Term& track, Sketch& sketch) {
    sketch.attach(track.point);
    sketch.curve(*track.curve);
}

std::string TrackKind::ends(const Term& track, const Bodies& bodies) { return point_text(bodies, track.point); }

}  // namespace cchnn
