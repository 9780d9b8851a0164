#include "judge/sight.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "judge/kinds/potentials.hpp"
#include "judge/stored_motion.hpp"

using namespace cchnn_test;

// Along x at 2.5 m/s, a step of height 2 A that is 1e-4 m wide at 1.2345 m: beside nothing, beside something smooth.
TEST_CASE("judge: a step sees a narrow potential by its formula, wherever it is on the way") {
    const auto seen = [](const char* energy, std::array<double, 2> r, std::array<double, 2> w,
                         std::array<double, 2> a) {
        const judge::Written<long double> potential{judge::Formula(energy, {"x", "y"}, {}, "/energy"), 1};
        return judge::seen_duration(potential, judge::QuadraticPath{r.data(), w.data(), a.data(), 2, 2}, 1e-18, 0.5);
    };
    for (const char* narrow : {"0.5*tanh((x - 1.2345)*10000)", "1e-8*tanh((x - 1.2345)*10000) + 0.5*x^2",
                               "1e-8*exp(-((x - 1.2345)/1e-4)^2) + cos(x)", "1e-9/(1 + ((x - 1.2345)/1e-4)^2) + y^4"}) {
        CAPTURE(std::string(narrow));
        CHECK(seen(narrow, {0, 0.3}, {2.5, 0}, {0, 0}) < 0.5);
        CHECK(seen(narrow, {0, 0.3}, {0, 0}, {20, 0}) < 0.5);         // from rest
        CHECK(seen(narrow, {0, 0.3}, {1e-3, 0}, {0, 1}) == 0.5);      // not near
        CHECK(seen(narrow, {1.2344, 0.3}, {2.5, 0}, {0, 0}) < 1e-3);  // within
        CHECK(seen(narrow, {1.2344, 0.3}, {0, 0}, {0, 0}) == 0.5);    // at rest
    }
    CHECK(seen("0.5*tanh((0.6*x + 0.8*y - 0.9)*10000)", {0, 0}, {2, 1}, {0, 0}) < 0.5);
    for (const char* smooth : {"0.5*x^2 + x^2*y - y^3/3", "cos(x)", "exp(-x^2 - y^2)", "1/(9 + x)"}) {
        CAPTURE(std::string(smooth));
        CHECK(seen(smooth, {0, 0.3}, {1, 0.2}, {0.3, 1}) >= 0.25);  // 0.3 m and more
    }
}

TEST_CASE("judge: a step sees a short input by its formula, whenever it comes") {
    const auto seen = [](const char* text, double t) {
        return judge::seen_duration(judge::Formula(text, "t", "/formula"), t, 0.5);
    };
    for (const char* narrow : {"exp(-((t - 1.2345)/1e-4)^2)", "cos(t) + 1e-9*tanh((t - 1.2345)*10000)"}) {
        CHECK(seen(narrow, 1.0) < 0.5);
        CHECK(seen(narrow, 1.2344) < 1e-3);
        CHECK(seen(narrow, 1.5) == 0.5);
    }
    for (const char* smooth : {"2", "t^3 - t", "cos(3*t)", "tanh(t)", "exp(-t)"}) CHECK(seen(smooth, 1.0) >= 0.25);
    // Where it jumps or bends no step is short enough; one that ends there would be the last.
    for (const char* broken : {"(t - 1)/sqrt((t - 1)^2)", "sqrt((t - 1)^2)"}) {
        CHECK(seen(broken, 0.9) < 0.1);
        CHECK(seen(broken, 1.0) == 0.5);
    }
}

// Its own two solutions jumped it before, alike, and took the step for an error of what was judged.
TEST_CASE("judge: motions through narrow potentials and fields are within their bounds, and what jumped them is not") {
    for (
        const char* item :
        {R"json("Potential", "points": ["bob"], "energy": "0.5*tanh((x - 1.2345)*10000)")json",
         R"json("Potential", "points": ["bob"], "energy": "0.5*exp(-((0.6*x + 0.8*y - 1)/1e-4)^2)")json",
         R"json("MagneticField", "on": "bob", "charge": 2, "formula": "900*exp(-((0.6*x + 0.8*y - 1)/1e-4)^2)")json"}) {
        const std::string json = std::string(R"({"name": "narrow", "dimension": 2,
          "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1.3}],
          "potentials": [{"type": )") +
                                 item + R"(}],
          "initial_conditions": {"bodies": {"bob": {"position": [{"uniform": {"low": -0.5, "high": 0.5}}, 0.1],
                                                    "velocity": [{"uniform": {"low": 2, "high": 3}}, 0.7]}}},
          "sampling": {"dt": 0.05, "steps": 21}})";
        const Compiled c(json);
        const auto states = c.draw(3);
        const TrajectoryBatch batch = bounded_motion(c, states, 0);
        Protocol blind = default_protocol();
        blind.limited = false;
        TrajectoryBatch jumped = integrate(c.system, states, c.own_times(), blind);
        jumped.error_bound = batch.error_bound;
        int off = 0;
        for (int i = 0; i < 3; ++i) {
            const judge::Stored stored = stored_motion(batch, c.own_times(), i);
            const judge::Verdict verdict = verdict_of(json, stored);
            REQUIRE(verdict.judged);
            CHECK(beyond(verdict, stored) == 0);
            const judge::Stored wrong = stored_motion(jumped, c.own_times(), i);
            off += beyond(verdict_of(json, wrong), wrong) > 5;
        }
        CHECK(off >= 2);
    }
}
