#include "elements/lower_pair.hpp"

#include <array>
#include <cmath>

#include "elements/parts/axis_frame.hpp"
#include "elements/parts/reading/wording.hpp"
#include "elements/parts/row_parts.hpp"
#include "numbers/vector3.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<double>;
using Frame = AxisFrameOf<Exact>;  // (across_1, across_2, axis) = (w, u x w, u)

// What the point x_b keeps to: x_a, a line or a plane through it, or nothing.
enum class Place { met, line, plane, any };
enum class Keeps { never, always, where_given };
// One row for each kind: what stays together. `turn` of an item takes `axis` in two dimensions, and `across`.
struct Pair {
    const char* article;
    Place place;
    bool axis;
    Keeps across;
    bool needs_axes_of_b;
    int least;  // dimension
};
template <class Spec>
constexpr Pair pair_of{};
template <>
constexpr Pair pair_of<WeldSpec>{"a Weld", Place::met, true, Keeps::always, true, 2};
template <>
constexpr Pair pair_of<SliderSpec>{"a Slider", Place::line, true, Keeps::always, false, 2};
template <>
constexpr Pair pair_of<UniversalSpec>{"a Universal", Place::met, false, Keeps::never, true, 3};
template <>
constexpr Pair pair_of<PlanarSpec>{"a Planar", Place::plane, true, Keeps::never, false, 3};
template <>
constexpr Pair pair_of<ParallelSpec>{"a Parallel", Place::any, true, Keeps::where_given, true, 2};

template <class Spec>
constexpr bool is_weld = std::is_same_v<Spec, WeldSpec>;
template <class Spec>
constexpr bool is_universal = std::is_same_v<Spec, UniversalSpec>;

// How many coordinates a direction of the body has in a file.
int axes_of(BodyType type, int dimension) { return type == BodyType::origin ? dimension : axis_count(type); }
bool has_frame(BodyType type) { return type == BodyType::origin || type == BodyType::obj3d; }

// Whether u_b stays along u_a, and w_b along w_a.
template <class Spec>
bool keeps_axis(const Spec& spec, BodyType b, int dimension) {
    return pair_of<Spec>.axis && b != BodyType::obj0d && (dimension == 3 || !spec.turn);
}
template <class Spec>
bool keeps_across(const Spec& spec, BodyType a, BodyType b, int dimension) {
    constexpr Keeps keeps = pair_of<Spec>.across;
    if (keeps == Keeps::never || (keeps == Keeps::where_given && spec.across.empty())) return false;
    return dimension == 3 && !spec.turn && axes_of(a, 3) > 1 && axes_of(b, 3) > 1;
}
// Directions of `axis`: of a alone where b keeps none.
template <class Spec>
std::size_t axis_entries(const Spec& spec, BodyType b, int dimension) {
    return is_universal<Spec> || keeps_axis(spec, b, dimension) ? 2 : 1;
}

Frame frame_of(const Numbers& axis, const Numbers* across) {
    Frame frame = exact_axis_frame(axis);
    if (!across) return frame;
    Vector3Of<Exact> w{};
    for (std::size_t i = 0; i < across->size(); ++i) w[i] = (*across)[i];
    const Exact along = dot(w, frame.axis);
    for (std::size_t i = 0; i < 3; ++i) w[i] -= along * frame.axis[i];
    const Exact length = square_root(dot(w, w));
    for (Exact& c : w) c = c / length;
    frame.across_1 = w;
    frame.across_2 = cross(frame.axis, w);
    return frame;
}
Numbers principal(BodyType type, int dimension) {
    Numbers first(std::max(1, axes_of(type, dimension)), 0.0);
    first[0] = 1;
    return first;
}
// Of end 0 or 1; a Weld without an axis keeps first principal axes together.
Frame frame_of(const LowerPairSpec& spec, std::size_t end, BodyType type, int dimension) {
    const Numbers axis = end < spec.axis.size() ? spec.axis[end] : principal(type, dimension);
    return frame_of(axis, end < spec.across.size() ? &spec.across[end] : nullptr);
}

void check_perpendicular(const std::string& pointer, const Numbers& u, const Numbers& w, Findings& findings) {
    double product = 0;
    for (std::size_t i = 0; i < std::min(u.size(), w.size()); ++i) product += u[i] * w[i];
    if (std::abs(product) > 1e-12)
        findings.add(pointer, "must be at right angles to 'axis', their product is " + number_text(product));
}

template <class Spec>
class PairCheck {
  public:
    PairCheck(const Spec& spec, const std::string& pointer, Checking& checking)
        : spec_(spec),
          pointer_(pointer),
          checking_(checking),
          a_(checking.bodies.at(spec.a.body)),
          b_(checking.bodies.at(spec.b.body)) {}

    void run() {
        if (!has_axes(a_) || (pair_of<Spec>.needs_axes_of_b && !has_axes(b_))) return;
        if (pair_of<Spec>.place == Place::any && !check_no_points()) return;
        if (!check_carriers() || !check_axis()) return;
        check_across();
    }

  private:
    void add(const char* key, const std::string& what) { checking_.findings.add(child(pointer_, key), what); }
    const std::string at(const char* key, std::size_t i) const { return child(child(pointer_, key), i); }
    const BodySpec& end(std::size_t i) const { return i == 0 ? a_ : b_; }

    bool has_axes(const BodySpec& body) {
        if (axes_of(body.type, checking_.dimension) > 0) return true;
        constexpr Place place = pair_of<Spec>.place;
        add("between", named_type(body) + " and has no axes: " +
                           (place == Place::met   ? "use a Joint"
                            : place == Place::any ? "it has no direction that could stay parallel"
                                                  : "the first body carries the axis"));
        return false;
    }
    bool check_no_points() {
        for (std::size_t i = 0; i < 2; ++i)
            if (!(i == 0 ? spec_.a : spec_.b).point.empty()) {
                checking_.findings.add(child(at("between", i), "point"),
                                       "has no effect: a Parallel keeps directions alone; remove it");
                return false;
            }
        return true;
    }
    // In space, directions across the axis lie outside of rods and flat bodies.
    bool check_carriers() {
        if (checking_.dimension != 3 || is_universal<Spec>) return true;
        const bool a = has_frame(a_.type), b = has_frame(b_.type);
        if (pair_of<Spec>.place == Place::line && !a) {
            add("between", named_type(a_) +
                               ": in space the first body carries the directions across the axis and must "
                               "be an Obj3D or an Origin");
            return false;
        }
        if (a || b || b_.type == BodyType::obj0d) return true;
        add("between", named_type(a_) + " and " + named_type(b_) +
                           ": one of the two must be an Obj3D or an Origin, because a flat body does not have the "
                           "directions across this axis");
        return false;
    }
    bool check_axis() {
        if (is_weld<Spec> && spec_.axis.empty()) return true;
        const std::size_t wanted = axis_entries(spec_, b_.type, checking_.dimension);
        if (spec_.axis.size() != wanted) {
            add("axis", wanted == 2 ? "must have two unit vectors, of '" + a_.id + "' and of '" + b_.id + "'"
                                    : "must have one unit vector, of '" + a_.id + "': '" + b_.id +
                                          (b_.type == BodyType::obj0d ? "' is an Obj0D and has no axes"
                                                                      : "' may rotate, so it has no fixed direction"));
            return false;
        }
        const std::size_t before = checking_.findings.problems.size();
        for (std::size_t i = 0; i < wanted; ++i) check_direction(at("axis", i), spec_.axis[i], end(i), checking_);
        return checking_.findings.problems.size() == before;
    }
    void check_across() {
        if (!keeps_across(spec_, a_.type, b_.type, checking_.dimension)) {
            if (!spec_.across.empty()) add("across", "has no effect here: only 'axis' matters; remove it");
            return;
        }
        const std::size_t before = checking_.findings.problems.size();
        for (std::size_t i = 0; i < spec_.across.size(); ++i)
            check_direction(at("across", i), spec_.across[i], end(i), checking_);
        if (checking_.findings.problems.size() > before) return;
        for (std::size_t i = 0; i < spec_.across.size(); ++i)
            check_perpendicular(at("across", i), i < spec_.axis.size() ? spec_.axis[i] : principal(end(i).type, 3),
                                spec_.across[i], checking_.findings);
        for (std::size_t i = 0; i < 2 && spec_.across.empty(); ++i)
            if (end(i).type == BodyType::obj2d && !(frame_of(spec_, i, BodyType::obj2d, 3).across_1[2] == 0.0))
                return add("across",
                           "is needed: " + named_type(end(i)) + ", and the default lies outside of its plane");
    }

    const Spec& spec_;
    const std::string& pointer_;
    Checking& checking_;
    const BodySpec &a_, &b_;
};

// The factor that depends on the state is first. A cross product changes its sign by that, but not where it vanishes.
ConstraintRow paper_row(const std::string& name, const LowerPair::Product& p) {
    const bool swap = p.first.weights.empty();
    ConstraintRow row{p.crossed ? ConstraintRow::Kind::crossed : ConstraintRow::Kind::perpendicular,
                      name,
                      swap ? p.second : p.first,
                      0,
                      0,
                      0.0,
                      true};
    row.axes = {swap ? p.first : p.second};
    return row;
}

// Makes what a lower pair needs of its frames on both bodies; resolve() of each kind calls the parts of its joint.
class PairMaker {
  public:
    PairMaker(const Bodies& bodies, const LowerPairSpec& spec)
        : bodies_(bodies),
          a_(bodies.named(spec.a.body)),
          b_(bodies.named(spec.b.body)),
          on_a_(frame_of(spec, 0, a_.type, bodies.dimension())),
          on_b_(frame_of(spec, 1, b_.type, bodies.dimension())) {}

    Point u_a() const { return bodies_.direction(a_, on_a_.axis); }
    Point u_b() const { return bodies_.direction(b_, on_b_.axis); }

    // The products also vanish after half a turn. Phi rejects an initial state there. No accepted step ends there:
    // before its projection a step of length h turns the two directions apart by h^2 times their relative angular
    // acceleration alone. From less than 66 degrees (RATTLE: 180) Newton finds the zero of the sine at 0; else it fails.
    void keep_axis(LowerPair& made) const {
        made.coincident_directions.emplace_back(u_a(), u_b());
        if (bodies_.dimension() == 2)
            return made.direction_products.push_back({separation_of(u_a()), separation_of(u_b()), true});
        const bool on_a = carried_by_a();
        const Separation other = separation_of(on_a ? u_b() : u_a());
        for (const auto* across : {&frame().across_1, &frame().across_2})
            made.direction_products.push_back(
                {separation_of(bodies_.direction(on_a ? a_ : b_, *across)), other, false});
    }
    void keep_across(LowerPair& made) const {
        const bool on_a = carried_by_a();
        const Point w_a = bodies_.direction(a_, on_a_.across_1), w_b = bodies_.direction(b_, on_b_.across_1);
        made.coincident_directions.emplace_back(w_a, w_b);
        made.direction_products.push_back({separation_of(bodies_.direction(on_a ? a_ : b_, frame().across_2)),
                                           separation_of(on_a ? w_b : w_a), false});
    }
    // x_b - x_a along u_a, or normal to it.
    void keep_on_line(LowerPair& made) const {
        const Separation r = signed_difference(made.b, made.a);
        if (bodies_.dimension() == 2) return made.position_products.push_back({separation_of(u_a()), r, true});
        for (const auto* across : {&on_a_.across_1, &on_a_.across_2})
            made.position_products.push_back({separation_of(bodies_.direction(a_, *across)), r, false});
    }
    void keep_in_plane(LowerPair& made) const {
        made.position_products.push_back({separation_of(u_a()), signed_difference(made.b, made.a), false});
    }
    const Body& a() const { return a_; }
    const Body& b() const { return b_; }

  private:
    // Whether the directions across the axis are on a: an Origin first, else an Obj3D, as of a Joint+Axis.
    bool carried_by_a() const {
        return a_.type == BodyType::origin || (a_.type == BodyType::obj3d && b_.type != BodyType::origin);
    }
    const Frame& frame() const { return carried_by_a() ? on_a_ : on_b_; }

    const Bodies& bodies_;
    const Body &a_, &b_;
    const Frame on_a_, on_b_;
};

// What is left of the symmetries of space where one of the two is an Origin.
template <class Spec>
void find_symmetry(LowerPair& made, const PairMaker& maker, bool turns_fixed) {
    const bool a_fixed = maker.a().type == BodyType::origin, b_fixed = maker.b().type == BodyType::origin;
    if (!a_fixed && !b_fixed) return;
    if (!made.apart) made.held.push_back(converted<double>((a_fixed ? made.a : made.b).offset));
    const bool b_holds = b_fixed && !made.meet && !made.apart;
    made.orientation_fixed = turns_fixed || b_holds || made.a.offset.size() == 2;
    if (!is_weld<Spec> && a_fixed) made.axes.push_back(converted<double>(maker.u_a().offset));
    if ((is_universal<Spec> || made.apart) && b_fixed) made.axes.push_back(converted<double>(maker.u_b().offset));
    if (pair_of<Spec>.place == Place::line && a_fixed) made.rails = made.axes;
    if (pair_of<Spec>.place == Place::plane && a_fixed) made.normals = made.axes;
}

// True when both bodies exist and are different.
template <class Spec>
bool check_pair(const Spec& pair, const std::string& article_kind, int least, const std::string& pointer,
                Checking& checking) {
    const bool known = checking.know(pair.a, pair.b) && pair.a.body != pair.b.body;
    if (checking.dimension < least)
        checking.findings.add(child(pointer, "type"), article_kind + " needs dimension " +
                                                          (least == 2 ? "2 or 3" : "3") + ", got " +
                                                          std::to_string(checking.dimension));
    else if (known) PairCheck<Spec>(pair, pointer, checking).run();
    if (const std::string* first = checking.claim("joined " + ends_text(pair.a.body, pair.b.body), pointer))
        checking.findings.add(child(pointer, "between"),
                              "'" + pair.a.body + "' and '" + pair.b.body + "' are already joined by " + *first);
    return known;
}

}  // namespace

bool check_slider(const SliderSpec& slider, const std::string& article_kind, int least, const std::string& pointer,
                  Checking& checking) {
    return check_pair(slider, article_kind, least, pointer, checking);
}

template <class Spec>
RemainingRotation remaining_rotation(const Spec& spec, BodyType a, BodyType b, int dimension) {
    if (!keeps_axis(spec, b, dimension)) return RemainingRotation::free;
    return dimension == 2 || keeps_across(spec, a, b, dimension) ? RemainingRotation::fixed : RemainingRotation::hinge;
}
template RemainingRotation remaining_rotation(const WeldSpec&, BodyType, BodyType, int);
template RemainingRotation remaining_rotation(const SliderSpec&, BodyType, BodyType, int);

Coupling LowerPairAnswers::coupling(const Term& pair) {
    Coupling coupling{.relation = pair.meet ? Coupling::Relation::coincident : Coupling::Relation::distance,
                      .a = &pair.a,
                      .b = &pair.b,
                      .length = pair.meet ? 0 : Coupling::some_length};
    const auto both = [](const std::pair<Point, Point>& ends) { return std::pair(&ends.first, &ends.second); };
    const auto& directions = pair.coincident_directions;
    if (directions.size() > 0) std::tie(coupling.axis_a, coupling.axis_b) = both(directions[0]);
    if (directions.size() > 1) std::tie(coupling.across_a, coupling.across_b) = both(directions[1]);
    if (const auto& axes = pair.perpendicular_axes)
        std::tie(coupling.perpendicular_a, coupling.perpendicular_b) = both(*axes);
    if (pair.slide_axis) coupling.slide_axis = &*pair.slide_axis;
    coupling.no_coordinates = pair.no_coordinates;
    return coupling;
}

void LowerPairAnswers::paper_rows(const Term& pair, PaperRows& rows) {
    constexpr const char* axis_names[] = {"x", "y", "z"};
    const auto add_components = [&](const std::string& name, const Point& a, const Point& b) {
        for (int k = 0; k < rows.dimension; ++k)
            rows.positions.push_back({ConstraintRow::Kind::component, name + ", " + axis_names[k],
                                      signed_difference(a, b), k, 0, 0.0, true});
    };
    if (pair.meet) add_components(pair.name, pair.a, pair.b);
    for (std::size_t i = 0; i < pair.position_products.size(); ++i)
        rows.positions.push_back(paper_row(pair.name + ", across " + std::to_string(i + 1), pair.position_products[i]));
    for (const auto& [u_a, u_b] : pair.coincident_directions) add_components(pair.name + " axis", u_a, u_b);
}

void LowerPairAnswers::solver_rows(const Term& pair, int dimension, std::vector<SolverRow>& rows) {
    for (int k = 0; pair.meet && k < dimension; ++k)
        rows.push_back(linear_row(pair.name, signed_difference(pair.a, pair.b), unit_vector(k, dimension), 1));
    for (const auto* products : {&pair.position_products, &pair.direction_products})
        for (const LowerPair::Product& product : *products)
            rows.push_back(product_row(pair.name, product.first, product.second, product.crossed));
}

void LowerPairAnswers::breaks(const Term& pair, Symmetry& symmetry) {
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(pair.rails.empty() && pair.normals.empty() ? symmetry.held : symmetry.on_axis, pair.held);
    append(symmetry.axes, pair.axes);
    append(symmetry.rails, pair.rails);
    append(symmetry.normals, pair.normals);
    if (pair.orientation_fixed) symmetry.turns = false;
}

void LowerPairAnswers::draw(const Term& pair, Sketch& sketch) {
    if (pair.apart) return;
    sketch.attach(pair.a);
    sketch.attach(pair.b);
    sketch.spot(Drawing::Spot::Kind::joint, pair.meet ? pair.a : pair.b, pair.name);
    if (!pair.meet && !pair.slide_axis) sketch.line(Drawing::Line::Kind::arm, pair.a, pair.b);
    if (pair.slide_axis)
        sketch.line(Drawing::Line::Kind::sleeve, pair.b, combined({{1, &pair.b}, {1, &*pair.slide_axis}}), pair.name);
}

std::string LowerPairAnswers::ends(const Term& pair, const Bodies& bodies) {
    const std::string both = point_text(bodies, pair.a) + ", " + point_text(bodies, pair.b);
    if (pair.axes.empty()) return both;
    return both + "; axis " + tuple_text(pair.axes.front()) + " in space";
}

template <class Spec_>
void LowerPairOf<Spec_>::check(const Spec& pair, const std::string& pointer, Checking& checking) {
    check_pair(pair, pair_of<Spec>.article, pair_of<Spec>.least, pointer, checking);
}

template <class Spec_>
void LowerPairOf<Spec_>::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    const PairMaker maker(bodies, spec);
    LowerPair made;
    made.name = name_of(pair_of<Spec>.article + 2, spec.a, spec.b);
    made.a = bodies.point(spec.a);
    made.b = bodies.point(spec.b);
    constexpr Place place = pair_of<Spec>.place;
    made.meet = place == Place::met;
    made.apart = place == Place::any;
    const int d = bodies.dimension();
    if (place == Place::line) {
        maker.keep_on_line(made);
        made.slide_axis = maker.u_a();
    } else if (place == Place::plane) maker.keep_in_plane(made);
    if (keeps_axis(spec, maker.b().type, d)) maker.keep_axis(made);
    const bool all = keeps_across(spec, maker.a().type, maker.b().type, d);
    if (all) maker.keep_across(made);
    if (is_universal<Spec>) {
        made.position_products.push_back({separation_of(maker.u_a()), separation_of(maker.u_b()), false});
        made.perpendicular_axes.emplace(maker.u_a(), maker.u_b());
    }
    if (made.meet ? made.coincident_directions.empty() : !made.slide_axis)
        made.no_coordinates = made.name + " is no link, hinge, slider or weld";
    find_symmetry<Spec>(made, maker, all || is_weld<Spec>);
    terms.push_back(std::move(made));
}

template <class Spec_>
void LowerPairOf<Spec_>::edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_between(spec.a, spec.b, bodies));
    const Body &a = bodies.named(spec.a.body), &b = bodies.named(spec.b.body);
    const int d = bodies.dimension();
    const auto add = [&](const char* name, const Body& body, const std::array<Exact, 3>& direction) {
        Numbers entries;
        for (int i = 0; i < axes_of(body.type, d); ++i) entries.push_back(double(direction[i]));
        add_entries(edges.back(), name, entries, "1", false);
    };
    const Frame on_a = frame_of(spec, 0, a.type, d), on_b = frame_of(spec, 1, b.type, d);
    add("axis_a", a, on_a.axis);
    if (is_universal<Spec> || keeps_axis(spec, b.type, d)) add("axis_b", b, on_b.axis);
    if (!keeps_across(spec, a.type, b.type, d) && !(pair_of<Spec>.place == Place::line && d == 3)) return;
    add("across_a", a, on_a.across_1);
    if (keeps_across(spec, a.type, b.type, d)) add("across_b", b, on_b.across_1);
}

template struct LowerPairOf<WeldSpec>;
template struct LowerPairOf<SliderSpec>;
template struct LowerPairOf<UniversalSpec>;
template struct LowerPairOf<PlanarSpec>;
template struct LowerPairOf<ParallelSpec>;

}  // namespace cchnn
