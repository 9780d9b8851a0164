// Steps and bumps of curves and of potentials that are far narrower than the steps which smooth motion allows, wherever
// they lie, turned, and in other units. What checks each motion is quadrature: along one freedom its energy says when
// it is where.

#include "integrate/steppers/formula_sight.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <functional>

#include "integrate/error_bound.hpp"
#include "integrate/integrate_fixture.hpp"

using namespace cchnn_test;

namespace {

using Function = std::function<double(double)>;

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}
std::string uniform(double low, double high) {
    return R"({"uniform": {"low": )" + number(low) + R"(, "high": )" + number(high) + "}}";
}

// A function that is narrow at `centre`, its text with U for the variable, and its slope.
struct Narrow {
    std::string text;
    Function value, slope;
    double centre, width;
};
Narrow step_at(double centre, double height, double width) {
    const auto u = [=](double at) { return std::clamp((at - centre) / width, -300.0, 300.0); };
    return {number(height) + "*tanh((U - (" + number(centre) + "))/" + number(width) + ")",
            [=](double at) { return height * std::tanh(u(at)); },
            [=](double at) { return height / width / (std::cosh(u(at)) * std::cosh(u(at))); }, centre, width};
}
Narrow bump_at(double centre, double height, double width) {
    const auto u = [=](double at) { return (at - centre) / width; };
    return {number(height) + "*exp(-((U - (" + number(centre) + "))/" + number(width) + ")^2)",
            [=](double at) { return height * std::exp(-u(at) * u(at)); },
            [=](double at) { return -2 * height / width * u(at) * std::exp(-u(at) * u(at)); }, centre, width};
}
std::string with(const std::string& variable, std::string text) {
    for (std::size_t at = 0; (at = text.find('U', at)) != std::string::npos; at += variable.size() + 2)
        text.replace(at, 1, "(" + variable + ")");
    return text;
}

TrajectoryBatch bounded(const Compiled& c) {
    const Protocol protocol = default_protocol();
    const auto states = c.draw(6);
    TrajectoryBatch batch = integrate(c.system, states, c.own_times(), protocol);
    add_error_bounds(c.system, states, c.own_times(), ErrorBoundRule(protocol), batch);
    return batch;
}
double norm(const std::vector<double>& all, std::size_t first, std::size_t count) {
    double square = 0;
    for (std::size_t i = first; i < first + count; ++i) square += all[i] * all[i];
    return std::sqrt(square);
}

// Seconds from one place to another at a rate, in pieces that are as long as they are far from what is narrow.
double time_between(const Function& rate, double from, double to, const Narrow& narrow) {
    std::vector<double> borders{from, to};
    for (double off = narrow.width / 4; off < 1e6 * narrow.width; off *= 2)
        for (const double border : {narrow.centre - off, narrow.centre + off})
            if (std::min(from, to) < border && border < std::max(from, to)) borders.push_back(border);
    std::sort(borders.begin(), borders.end());
    double sum = 0;
    for (std::size_t i = 1; i < borders.size(); ++i)
        sum += boost::math::quadrature::gauss_kronrod<double, 61>::integrate([&](double at) { return 1 / rate(at); },
                                                                             borders[i - 1], borders[i], 2, 1e-13);
    return from < to ? sum : -sum;
}

// A place for each sample of trajectory i, its rate at any place, and how many metres a unit of it is there.
struct Way {
    std::vector<double> places;
    Function rate, metres;
};
// Places are where they are to be at the time of the sample; most trajectories pass what is narrow.
void check_arrival(const Compiled& c, const TrajectoryBatch& batch, const Narrow& narrow,
                   const std::function<Way(int)>& way_of) {
    int passed = 0;
    const std::size_t size = to_size(batch.nodes * batch.dimension);
    for (int i = 0; i < batch.count; ++i) {
        REQUIRE(batch.outcomes[to_size(i)].reason == EndReason::completed);
        const Way way = way_of(i);
        passed += (way.places.front() < narrow.centre) != (way.places.back() < narrow.centre);
        for (int k = 1; k < batch.samples; k += 3) {
            const double place = way.places[to_size(k)];
            const double late = time_between(way.rate, way.places.front(), place, narrow) - c.own_times().time(k);
            const std::size_t sample = to_size(i * batch.samples + k);
            const double z = std::hypot(norm(batch.x, sample * size, size), norm(batch.v, sample * size, size));
            // 1e-13: of the quadrature, whose rates are roots of differences.
            CHECK(std::fabs(late * way.rate(place)) * way.metres(place) / (2 * z) <= batch.error_bound[sample] + 1e-13);
        }
    }
    CHECK(passed >= batch.count / 2);
}

// A bead on (s, h(s)) times a length, along two axes of the plane or of space; its speed stays.
void check_track(const Narrow& h, double rate, double length = 1,
                 const std::vector<std::vector<double>>& axes = {{1, 0}, {0, 1}}) {
    std::string curve;
    for (std::size_t j = 0; j < axes[0].size(); ++j)
        curve += std::string(", \"") + "xyz"[j] + "\": \"" + number(length) + "*((" + number(axes[0][j]) + ")*s + (" +
                 number(axes[1][j]) + ")*(" + with("s", h.text) + "))\"";
    const Compiled c(R"({"name": "narrow", "dimension": )" + std::to_string(axes[0].size()) +
                     R"(, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1.3}],
      "constraints": [{"type": "Track", "points": ["bead"], "curve": {"parameter": "s", "range": [-6, 6])" +
                     curve + R"(}}], "initial_conditions": {"bodies": {"bead": {"parameter": )" + uniform(-0.5, 0.5) +
                     R"(, "parameter_rate": )" +
                     uniform(std::min(0.8 * rate, 1.2 * rate), std::max(0.8 * rate, 1.2 * rate)) +
                     R"(}}}, "sampling": {"dt": 0.05, "steps": 34}})");
    const TrajectoryBatch batch = bounded(c);
    check_arrival(c, batch, h, [&](int i) {
        const std::vector<double> s = trajectory(batch.track_parameter, batch, i);
        const std::size_t size = to_size(batch.dimension);
        const double speed = (rate > 0 ? 1 : -1) * norm(batch.v, to_size(i * batch.samples) * size, size);
        const Function metres = [=](double at) { return length * std::hypot(1, h.slope(at)); };
        return Way{s, [=](double at) { return speed / metres(at); }, metres};
    });
}

// The same bead in the plane, held on the curve by an equation: it starts near the curve and is projected onto it.
void check_equation(const Narrow& h, double rate, double length = 1,
                    const std::vector<std::vector<double>>& axes = {{1, 0}, {0, 1}}) {
    const auto along = [&](std::size_t axis) {
        return "(" + number(axes[axis][0] / length) + "*x + (" + number(axes[axis][1] / length) + ")*y)";
    };
    std::string position, velocity;
    for (std::size_t j = 0; j < 2; ++j) {
        const double at = length * axes[1][j] * h.value(0), speed = rate * length * axes[0][j];
        position += (j > 0 ? ", " : "") + uniform(at - 0.3 * length, at + 0.3 * length);
        velocity += (j > 0 ? ", " : "") + uniform(speed - 0.1 * length, speed + 0.1 * length);
    }
    const Compiled c(R"({"name": "narrow", "dimension": 2, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1.3}],
      "constraints": [{"type": "Constraint", "points": ["bead"], "equation": ")" +
                     along(1) + " - " + with(along(0), h.text) +
                     R"("}], "initial_conditions": {"bodies": {"bead": {"position": [)" + position +
                     R"(], "velocity": [)" + velocity + R"(]}}}, "sampling": {"dt": 0.05, "steps": 34}})");
    const TrajectoryBatch batch = bounded(c);
    check_arrival(c, batch, h, [&](int i) {
        const std::vector<double> x = trajectory(batch.x, batch, i);
        std::vector<double> s;
        for (std::size_t k = 0; k < x.size(); k += 2) s.push_back((axes[0][0] * x[k] + axes[0][1] * x[k + 1]) / length);
        const double speed = (rate > 0 ? 1 : -1) * norm(batch.v, to_size(i * batch.samples) * 2, 2);
        const Function metres = [=](double at) { return length * std::hypot(1, h.slope(at)); };
        return Way{s, [=](double at) { return speed / metres(at); }, metres};
    });
}

// A bob of 1.3 kg in V(u . r): what it does along the direction u depends on V alone.
void check_potential(const Narrow& v, const std::string& along, const std::vector<double>& u, double length = 1) {
    std::string position, velocity;
    for (const double component : u) {
        const double from = (v.centre - 1.2 * length) * component, rate = 2.5 * length * component;
        position += (position.empty() ? "" : ", ") + uniform(from - 0.3 * length, from + 0.3 * length);
        velocity += (velocity.empty() ? "" : ", ") + uniform(rate - 0.2 * length, rate + 0.2 * length);
    }
    const Compiled c(R"({"name": "narrow", "dimension": )" + std::to_string(u.size()) +
                     R"(, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1.3}],
      "potentials": [{"type": "Potential", "points": ["bob"], "energy": ")" +
                     with(along, v.text) + R"("}], "initial_conditions": {"bodies": {"bob": {"position": [)" +
                     position + R"(], "velocity": [)" + velocity + R"(]}}}, "sampling": {"dt": 0.05, "steps": 34}})");
    CAPTURE(with(along, v.text));
    const TrajectoryBatch batch = bounded(c);
    check_arrival(c, batch, v, [&](int i) {
        const auto component = [&](const std::vector<double>& all) {
            const std::vector<double> own = trajectory(all, batch, i);
            std::vector<double> places(to_size(batch.samples));
            for (std::size_t at = 0; at < own.size(); ++at) places[at / u.size()] += u[at % u.size()] * own[at];
            return places;
        };
        const std::vector<double> places = component(batch.x);
        const double first = component(batch.v).front(), energy = 1.3 / 2 * first * first + v.value(places.front());
        return Way{places, [=, value = v.value](double at) { return std::sqrt((energy - value(at)) * 2 / 1.3); },
                   [](double) { return 1.0; }};
    });
}

}  // namespace

// tanh and exp of these are flat to all digits on (-1, 1), but for the first.
TEST_CASE("a step or bump of a curve is seen wherever it lies, turned, and in other units") {
    for (const double centre : {0.9, 1.1, 1.2345, 3.0}) check_track(step_at(centre, 0.1, 1e-4), 2.5);
    check_track(step_at(-2, 0.1, 1e-4), -2.5);
    for (const double centre : {0.9, 1.1, 3.0}) check_track(bump_at(centre, 0.01, 1e-3), 2.5);
    check_track(step_at(1.2345, 0.1, 1e-4), 2.5, 1e-3);
    check_track(step_at(1.2345, 0.1, 1e-4), 2.5, 1, {{0.6, 0.8}, {-0.8, 0.6}});
    check_track(step_at(1.2345, 0.1, 1e-4), 2.5, 1, {{0.6, 0.48, 0.64}, {-0.8, 0.36, 0.48}});
}

TEST_CASE("a step or bump of an equation is seen wherever it lies, turned, and in other units") {
    for (const double centre : {0.9, 1.2345, 3.0}) check_equation(step_at(centre, 0.1, 1e-4), 2.5);
    check_equation(step_at(-2, 0.1, 1e-4), -2.5);
    check_equation(bump_at(1.1, 0.01, 1e-3), 2.5);
    check_equation(step_at(1.2345, 0.1, 1e-4), 2.5, 1e-3);
    check_equation(step_at(1.2345, 0.1, 1e-4), 2.5, 1, {{0.6, 0.8}, {-0.8, 0.6}});
}

TEST_CASE("a step or bump of a potential is seen wherever it lies, turned, and in other units") {
    for (const double centre : {0.9, 1.2345, -2.5, 101.2345}) check_potential(step_at(centre, 0.5, 1e-4), "x", {1, 0});
    check_potential(step_at(1.2345, 1e-9, 1e-4), "x", {1, 0});
    check_potential(step_at(1.2345, 0.5, 1e-4), "y1", {0, 1});
    check_potential(step_at(1.2345, 0.5, 1e-4), "0.6*x + 0.8*y", {0.6, 0.8});
    check_potential(step_at(1.2345, 0.5, 1e-4), "0.36*x + 0.48*y - 0.8*z", {0.36, 0.48, -0.8});
    check_potential(step_at(1234.5, 5e5, 0.1), "x", {1, 0}, 1e3);
    check_potential(step_at(1.2345e-3, 5e-7, 1e-7), "x", {1, 0}, 1e-3);
    check_potential(bump_at(1.2345, 0.5, 1e-4), "x", {1, 0});
    check_potential(bump_at(1.2345, -0.5, 1e-2), "x", {1, 0});
    const auto off = [](double at) { return (at - 1.2345) / 1e-4; };
    check_potential(
        {"0.5/(1 + ((U - 1.2345)/1e-4)^2)", [=](double at) { return 0.5 / (1 + off(at) * off(at)); }, {}, 1.2345, 1e-4},
        "x", {1, 0});
    check_potential({"0.5*(U - 1.2345)/sqrt((U - 1.2345)^2 + 1e-8)",
                     [=](double at) { return 0.5 * off(at) / std::hypot(off(at), 1); },
                     {},
                     1.2345,
                     1e-4},
                    "x", {1, 0});
    check_potential({"0.5*(1 - (U - 1.2345)^2/9)^1000",
                     [](double at) { return 0.5 * std::pow(1 - (at - 1.2345) * (at - 1.2345) / 9, 1000); },
                     {},
                     1.2345,
                     0.1},
                    "x", {1, 0});
}

namespace {

// A charge of 0.8 C and 1.3 kg in a field that depends on u . r alone, of a vector potential along n: m v . n + q A is
// conserved. `item` is how the field is written, `a` the component of A along n.
void check_field(const std::string& item, const Function& a, double centre, double width, const std::vector<double>& u,
                 const std::vector<double>& n, double length = 1) {
    std::string position, velocity;
    for (std::size_t j = 0; j < u.size(); ++j) {
        const double from = (centre - 1.2 * length) * u[j], rate = length * (2.5 * u[j] + 0.3 * n[j]);
        position += (position.empty() ? "" : ", ") + uniform(from - 0.1 * length, from + 0.1 * length);
        velocity += (velocity.empty() ? "" : ", ") + uniform(rate - 0.1 * length, rate + 0.1 * length);
    }
    CAPTURE(item);
    const Compiled c(R"({"name": "narrow", "dimension": )" + std::to_string(u.size()) +
                     R"(, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1.3}],
      "potentials": [{"type": "MagneticField", "on": "bob", "charge": 0.8, )" +
                     item + R"(}], "initial_conditions": {"bodies": {"bob": {"position": [)" + position +
                     R"(], "velocity": [)" + velocity + R"(]}}}, "sampling": {"dt": 0.05, "steps": 34}})");
    const TrajectoryBatch batch = bounded(c);
    int passed = 0;
    for (int i = 0; i < batch.count; ++i) {
        const std::vector<double> x = trajectory(batch.x, batch, i), v = trajectory(batch.v, batch, i);
        const std::size_t d = u.size();
        const auto along = [&](const std::vector<double>& all, std::size_t k, const std::vector<double>& axis) {
            double sum = 0;
            for (std::size_t j = 0; j < d; ++j) sum += axis[j] * all[k * d + j];
            return sum;
        };
        for (std::size_t k = 1; k < to_size(batch.samples); ++k) {
            const double place = along(x, k, u);
            if (std::fabs(place - centre) < 10 * width) continue;  // A hangs on the error of the place there
            const double expected = along(v, 0, n) - 0.8 / 1.3 * (a(place) - a(along(x, 0, u)));
            const double size = std::hypot(norm(x, k * d, d), norm(v, k * d, d));
            // 1e-14: rounding of this sum.
            CHECK(std::fabs(along(v, k, n) - expected) / (2 * size) <=
                  batch.error_bound[to_size(i * batch.samples) + k] + 1e-14);
            passed += k + 1 == to_size(batch.samples) && place > centre;
        }
    }
    CHECK(passed >= batch.count / 2);
}

// Of the impulse of u = height exp(-((t - centre)/width)^2) what has come by the time t.
double impulse(double height, double centre, double width, double t) {
    return height * width * std::sqrt(std::acos(-1.0)) / 2 *
           (std::erf((t - centre) / width) + std::erf(centre / width));
}

}  // namespace

TEST_CASE("a charge passes no narrow magnetic field unseen, wherever it lies, turned, and in other units") {
    const auto wall = [](double height, double centre, double width) {
        return [=](double at) {
            return height * width * std::sqrt(std::acos(-1.0)) / 2 * std::erf((at - centre) / width);
        };
    };
    const auto formula = [](const std::string& text) { return R"("formula": ")" + text + "\""; };
    for (const double centre : {0.9, 1.2345, 101.2345})
        check_field(formula(with("x", bump_at(centre, 3000, 1e-4).text)), wall(3000, centre, 1e-4), centre, 1e-4,
                    {1, 0}, {0, 1});
    check_field(formula(with("0.6*x + 0.8*y", bump_at(1.2345, -3000, 1e-4).text)), wall(-3000, 1.2345, 1e-4), 1.2345,
                1e-4, {0.6, 0.8}, {-0.8, 0.6});
    check_field(formula(with("x", bump_at(1234.5, 3000, 0.1).text)), wall(3000, 1234.5, 0.1), 1234.5, 0.1, {1, 0},
                {0, 1}, 1e3);
    const Narrow a = step_at(1.2345, 0.2, 1e-4);
    check_field(R"("vector_potential": ["0", ")" + with("x", a.text) + R"(", "0"])", a.value, 1.2345, 1e-4, {1, 0, 0},
                {0, 1, 0});
    const std::string u = with("0.36*x + 0.48*y - 0.8*z", a.text);
    check_field(R"("vector_potential": [")" + u + R"(*0.8", ")" + u + R"json(*(-0.6)", "0"])json", a.value, 1.2345,
                1e-4, {0.36, 0.48, -0.8}, {0.8, -0.6, 0});
}

TEST_CASE("no input passes unseen, however short it is: on a mass at rest or in motion, and in other units") {
    for (const double speed : {0.0, 0.7})
        for (const std::array<double, 3>& pulse :
             {std::array{300.0, 1.2345, 1e-4}, std::array{-3e5, 0.5501, 1e-7}, std::array{1e-6, 0.77, 1e-3}}) {
            const double height = pulse[0], centre = pulse[1], width = pulse[2];
            CAPTURE(width);
            const Compiled c(
                R"({"name": "pulse", "dimension": 1, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1.3}],
              "inputs": [{"id": "u", "formula": ")" +
                with("t", bump_at(centre, height, width).text) +
                R"("}], "potentials": [{"type": "Force", "on": "bob", "force": [0.8], "input": "u"}],
              "initial_conditions": {"bodies": {"bob": {"position": [0.2], "velocity": [)" +
                number(speed) + R"(]}}}, "sampling": {"dt": 0.05, "steps": 34}})");
            const auto states = c.draw(1);
            TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
            add_error_bounds(c.system, states, c.own_times(), ErrorBoundRule(default_protocol()), batch);
            for (std::size_t k = 1; k < 34; ++k) {
                const double v =
                    speed + 0.8 / 1.3 * impulse(height, centre, width, c.own_times().time(static_cast<int>(k)));
                const double size = std::hypot(batch.x[k], batch.v[k]);
                CHECK(std::fabs(batch.v[k] - v) / (2 * size) <= batch.error_bound[k] + 1e-14);
            }
        }
}

// On the axis nothing changes along the way, but the force across it does: m dv_y/dt = -1e-3 exp(...).
TEST_CASE("a narrow force across the way is seen") {
    const Compiled c(R"json({"name": "across", "dimension": 2, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Potential", "points": ["bob"], "energy": "1e-3*y*exp(-((x - 1.2345)/1e-4)^2)"}],
      "initial_conditions": {"bodies": {"bob": {"position": [0, 0], "velocity": [2, 0]}}},
      "sampling": {"dt": 0.05, "steps": 34}})json");
    const auto states = c.draw(1);
    const TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    // Over sqrt(pi) 1e-4 m at 2 m/s; by then it is 1e-11 m off the axis.
    CHECK(batch.v.back() == doctest::Approx(-1e-3 * std::sqrt(std::acos(-1.0)) * 1e-4 / 2).epsilon(1e-6));
}

TEST_CASE("formulas that are polynomials of low degree in coordinates bound no step, others do") {
    const auto narrow = [](const std::string& energy) {
        return has_narrow_formulas(
            Compiled(R"({"name": "f", "dimension": 2, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1}],
          "potentials": [{"type": "Potential", "points": ["bob"], "energy": ")" +
                     energy + R"("}],
          "initial_conditions": {"bodies": {"bob": {"position": [1, 0], "velocity": [0, 0]}}},
          "sampling": {"dt": 0.05, "steps": 3}})")
                .system);
    };
    CHECK_FALSE(narrow("0.5*(x^2 + y^2) + x^2*y - y^3/3"));
    CHECK_FALSE(narrow("x^15 - sqrt(2)*y"));
    CHECK(narrow("x^8*y^8"));
    CHECK(narrow("exp(x)"));
    CHECK(narrow("1/x"));
    CHECK_FALSE(has_narrow_formulas(Compiled("chain_pendulum_3").system));
    const auto driven = [](const std::string& input) {
        return Compiled(R"({"name": "f", "dimension": 2, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1}],
          "inputs": [{"id": "u", "formula": ")" +
                        input + R"("}],
          "potentials": [{"type": "Force", "on": "bob", "force": [1, 0], "input": "u"},
                         {"type": "MagneticField", "on": "bob", "charge": 1, "formula": "x^2 - y"}],
          "initial_conditions": {"bodies": {"bob": {"position": [1, 0], "velocity": [0, 0]}}},
          "sampling": {"dt": 0.05, "steps": 3}})");
    };
    CHECK_FALSE(has_narrow_formulas(driven("t").system));
    CHECK_FALSE(has_narrow_inputs(driven("1 - t^15").system));
    CHECK(has_narrow_inputs(driven("exp(t)").system));
}

// Both are followed from x = 0 to 1.6; where nothing happens steps are those that smooth motion allows.
TEST_CASE("steps are short where a formula is narrow, and nowhere else") {
    const auto steps = [](const std::string& energy) {
        const Compiled c(R"({"name": "f", "dimension": 2, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1}],
          "potentials": [{"type": "Potential", "points": ["bob"], "energy": ")" +
                         energy + R"("}],
          "initial_conditions": {"bodies": {"bob": {"position": [0, 0.1], "velocity": [2, 0]}}},
          "sampling": {"dt": 0.05, "steps": 17}})");
        const Outcome outcome = integrate(c.system, c.draw(1), c.own_times(), default_protocol()).outcomes.front();
        return outcome.accepted + outcome.rejected;
    };
    const long smooth = steps("0.5*y^2 + 0.1*cos(3*x)");
    CHECK(steps("0.5*y^2 + 0.1*cos(3*x) + 1e-3*tanh((x - 20)*10000)") == smooth);  // never reached
    CHECK(steps("0.5*y^2 + 0.1*cos(3*x) + 1e-3*tanh((y - 20)*10000)") == smooth);
    CHECK(steps("0.5*y^2 + 0.1*cos(3*x) + exp(-1000*(x + 2))") == smooth);  // 1e-868 J
    CHECK(steps("0.5*y^2 + 0.1*cos(3*x) + 1e-3*tanh((x - 1)*10000)") < smooth + 400);
}

TEST_CASE("steps are short while an input is, and at no other time") {
    const auto steps = [](const std::string& input) {
        const Compiled c(R"({"name": "f", "dimension": 1, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1}],
          "inputs": [{"id": "u", "formula": ")" +
                         input + R"("}],
          "potentials": [{"type": "Force", "on": "bob", "force": [1], "input": "u"}],
          "initial_conditions": {"bodies": {"bob": {"position": [0.3], "velocity": [0.2]}}},
          "sampling": {"dt": 0.05, "steps": 34}})");
        const Outcome outcome = integrate(c.system, c.draw(1), c.own_times(), default_protocol()).outcomes.front();
        return outcome.accepted + outcome.rejected;
    };
    const long smooth = steps("0.3*cos(3*t)");
    CHECK(smooth < 40);  // one a sample, and those that find the first length
    CHECK(steps("0.3*cos(3*t) + 5*tanh((t - 20)*10000)") == steps("0.3*cos(3*t) - 5"));
    CHECK(steps("0.3*cos(3*t) + exp(-((t - 1.234)*10000)^2)") < smooth + 400);
}

TEST_CASE("a kink or jump in the displacement of an Origin ends a trajectory, and a steep bend does not") {
    const auto outcome = [](const std::string& way) {
        const Compiled c(R"({"name": "shaken", "dimension": 2, "bodies": [
            {"id": "pivot", "type": "Origin", "moves": [{"along": [0.3, 0], "input": "way"}]},
            {"id": "bob", "type": "Obj0D", "mass": 1}],
          "inputs": [{"id": "way", "formula": ")" +
                         way + R"("}],
          "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 1}],
          "initial_conditions": {"bodies": {"bob": {"from": "pivot", "angle": 0.3, "angle_rate": 0}}},
          "sampling": {"dt": 0.05, "steps": 34}})");
        return integrate(c.system, c.draw(1), c.own_times(), default_protocol()).outcomes.front();
    };
    CHECK(outcome("tanh((t - 1.2345)/1e-3)").reason == EndReason::completed);
    for (const char* way : {"sqrt((t - 1.2345)^2)", "(t - 1.2345)/sqrt((t - 1.2345)^2)"}) {
        CHECK(outcome(way).reason == EndReason::step_size_underflow);
        CHECK(outcome(way).time == doctest::Approx(1.2345).epsilon(1e-12));
    }
}
