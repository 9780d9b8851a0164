// Derivatives of motions by differences of the judge's own solutions: those of closed forms, and what is off from them.

#include "judge/derivatives.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "core/to_size.hpp"

using namespace cchnn;

namespace {

constexpr double mass = 2, stiffness = 5, start_x = 0.75, start_v = 0.5;
constexpr std::size_t samples = 9;

judge::Description oscillator(double k) {
    return judge::read_description(R"({"name": "oscillator", "dimension": 1,
      "bodies": [{"id": "wall", "type": "Origin", "position": [0]}, {"id": "a", "type": "Obj0D", "mass": 2}],
      "potentials": [{"type": "Spring", "between": ["wall", "a"], "stiffness": 5}]})",
                                   {{"/potentials/0/stiffness", k}});
}

struct Given {
    judge::Stored motion;
    judge::StoredDerivatives derivatives;
};

// x = x0 cos wt + v0/w sin wt, w^2 = k/m, and its derivatives by x0, v0 and k; dw/dk = w/2k. The nearest doubles of long
// doubles, so that they are off by a rounding unit.
Given closed_form(double bound) {
    Given given;
    const long double k = stiffness, m = mass, w = std::sqrt(k / m), x0 = start_x, v0 = start_v;
    for (std::size_t n = 0; n < samples; ++n) {
        const double t = 0.25 * static_cast<double>(n);
        const long double c = std::cos(w * t), s = std::sin(w * t), by_k = w / (2 * k);
        const auto put = [](std::vector<double>& to, std::initializer_list<long double> numbers) {
            for (const long double number : numbers) to.push_back(static_cast<double>(number));
        };
        given.motion.times.push_back(t);
        put(given.motion.x, {x0 * c + v0 / w * s});
        put(given.motion.v, {v0 * c - x0 * w * s});
        put(given.derivatives.start, {c, s / w, -w * s, c});
        put(given.derivatives.parameters,
            {by_k * (-x0 * t * s + v0 * (t * c / w - s / (w * w))), by_k * (-v0 * t * s - x0 * s - x0 * w * t * c)});
        given.derivatives.bound.push_back(bound);
    }
    given.derivatives.basis = {1, 0, 0, 1};
    given.derivatives.numbers = {{stiffness, oscillator}};
    return given;
}

judge::Verdict verdict_of(const Given& given, const judge::Patience& patience = {}) {
    return judge::judge_derivatives(oscillator(stiffness), given.motion, given.derivatives, patience);
}

double largest(const judge::Verdict& verdict) {
    double worst = 0;
    for (const double error : verdict.errors) worst = std::fmax(worst, error);
    return worst;
}

}  // namespace

TEST_CASE("judge: derivatives of a closed form are right to rounding, in 64 bits and in 113") {
    const judge::Verdict coarse = verdict_of(closed_form(1e-12)), fine = verdict_of(closed_form(1e-17));
    for (const judge::Verdict& verdict : {coarse, fine}) {
        CHECK(verdict.judged);
        CHECK(verdict.compared == samples - 1);
        CHECK(std::isnan(verdict.errors[0]));
    }
    CHECK_FALSE(coarse.quad);
    CHECK(fine.quad);
    CHECK(largest(coarse) < 1e-13);  // a tenth of the bound is what two estimates must agree to
    CHECK(largest(fine) < 2e-16);    // the stored doubles are rounded
}

TEST_CASE("judge: one derivative that is off is seen, as far as it is off, and nowhere else") {
    const std::size_t k = 5;
    Given given = closed_form(1e-12);
    const double* const s = &given.derivatives.start[4 * k];
    const double size = std::hypot(std::hypot(s[0], s[1]), std::hypot(s[2], s[3]));
    given.derivatives.start[4 * k + 2] += 2e-9 * size;
    judge::Verdict verdict = verdict_of(given);
    CHECK(verdict.judged);
    CHECK(verdict.errors[k] == doctest::Approx(1e-9).epsilon(1e-4));
    for (std::size_t n = 1; n < samples; ++n) CHECK((verdict.errors[n] > 1e-12) == (n == k));

    given = closed_form(1e-12);
    const double* const p = &given.derivatives.parameters[2 * k];
    const double with_state = std::hypot(p[0], p[1]) + std::hypot(given.motion.x[k], given.motion.v[k]) / stiffness;
    given.derivatives.parameters[2 * k] += 2e-9 * with_state;
    verdict = verdict_of(given);
    CHECK(verdict.errors[k] == doctest::Approx(1e-9).epsilon(1e-4));
    given.derivatives.parameters[2 * k] = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isinf(verdict_of(given).errors[k]));
}

TEST_CASE("judge: derivatives of another system, or by another number, are not those of this one") {
    Given given = closed_form(1e-12);
    const judge::Verdict other =
        judge::judge_derivatives(oscillator(stiffness * (1 + 1e-9)), given.motion, given.derivatives, {});
    CHECK(largest(other) > 1e-10);
    given.derivatives.numbers = {{mass, [](double m) {
                                      return judge::read_description(R"({"name": "o", "dimension": 1,
      "bodies": [{"id": "wall", "type": "Origin", "position": [0]}, {"id": "a", "type": "Obj0D", "mass": 2}],
      "potentials": [{"type": "Spring", "between": ["wall", "a"], "stiffness": 5}]})",
                                                                     {{"/bodies/1/mass", m}});
                                  }}};
    CHECK(largest(verdict_of(given)) > 0.1);
}

// A mass on a rod moves by the angle alone. By the length l, with x and v kept and then moved onto the new circle: the
// angle stays, and its rate becomes v . e / l. Without gravity it turns at that rate.
TEST_CASE("judge: a start moves onto constraints that a number of the system changes") {
    const auto turning = [](double length) {
        return judge::read_description(R"({"name": "turning", "dimension": 2,
      "bodies": [{"id": "hook", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 3}],
      "constraints": [{"type": "Link", "between": ["hook", "a"], "length": 2}]})",
                                       {{"/constraints/0/length", length}});
    };
    Given given;
    const double l = 2, speed = 1.5;
    given.derivatives.numbers = {{l, turning}};
    given.derivatives.basis = {0, 0, 1, 0, -speed / l, 0, 0, 1};  // (a, b) and (0, a) of a = (0, 1); b keeps J v = 0
    for (std::size_t n = 0; n < samples; ++n) {
        const double t = 0.25 * static_cast<double>(n), w = speed / l, c = std::cos(w * t), s = std::sin(w * t);
        given.motion.times.push_back(t);
        for (const double x : {l * c, l * s}) given.motion.x.push_back(x);
        for (const double v : {-speed * s, speed * c}) given.motion.v.push_back(v);
        // z(t; angle, v): x = l (cos, sin)(angle + v t / l), v (-sin, cos); the angle moves by 1/l along a.
        for (const double d : {-s, -t * s, c, t * c, -w * c, -s - w * t * c, -w * s, c - w * t * s})
            given.derivatives.start.push_back(d);
        const double turned = -w * t / l;  // d(angle)/dl at the same v
        for (const double d : {c - l * s * turned, s + l * c * turned, -speed * c * turned, -speed * s * turned})
            given.derivatives.parameters.push_back(d);
        given.derivatives.bound.push_back(1e-12);
    }
    const judge::Verdict verdict = judge::judge_derivatives(turning(l), given.motion, given.derivatives, {});
    CHECK(verdict.judged);
    CHECK(largest(verdict) < 1e-13);
}

TEST_CASE("judge: what is not judged of derivatives says why") {
    Given given = closed_form(1);
    CHECK(verdict_of(given).why_not == "its derivatives have no bound below 1");
    given = closed_form(1e-12);
    const std::atomic<bool> stop = true;
    CHECK(verdict_of(given, {std::chrono::steady_clock::time_point::max(), &stop}).why_not ==
          "the time limit was reached");
    given.motion.x[0] = std::numeric_limits<double>::infinity();
    CHECK(verdict_of(given).why_not == "its first sample is not finite");
}

TEST_CASE("judge: the number at a pointer of a text, and a pointer to none") {
    CHECK(judge::number_in(R"({"a": [{"b": 3.5}]})", "/a/0/b") == 3.5);
    CHECK(judge::number_in(R"({"a": {"uniform": {"low": 1, "high": 2}}})", "/a") == 1.5);
    CHECK_FALSE(judge::number_in(R"({"a": [{"b": 3.5}]})", "/a/1/b"));
    CHECK_FALSE(judge::number_in(R"({"a": [1]})", "a"));
}
