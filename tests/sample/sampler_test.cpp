#include "sample/sampler.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <functional>

#include "core/errors.hpp"
#include "elements/link.hpp"
#include "sample/dense_projection.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Vector = std::vector<double>;

template <class Wrong>
std::string message(const std::function<void()>& call) {
    try {
        call();
    } catch (const Wrong& error) {
        return error.what();
    }
    return "";
}

InitialState draw(const ExampleSystem& s, std::uint64_t seed, Split split, std::uint64_t i) {
    SampleKey key{seed, split, i, 0};
    return s.sampler.draw(key);
}

TEST_CASE("every drawn state is on the manifold and finite, and the key tells the attempt that was used") {
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        for (std::uint64_t i = 0; i < s->states(50); ++i) {
            SampleKey key{1, Split::train, i, 0};
            const InitialState state = s->sampler.draw(key);
            Vector phi(s->system.rows().size()), rate(phi);
            s->system.phi(state.x.data(), phi.data());
            s->system.phi_rate(state.x.data(), state.v.data(), rate.data());
            // Squares of coordinates up to 10 m, or of Foucault's 67 m, rounded twice.
            double far = 10;
            for (double c : state.x) far = std::max(far, std::fabs(c));
            for (double c : phi) CHECK(std::fabs(c) <= 1e-15 * far * far);
            for (double c : rate) CHECK(std::fabs(c) <= 1e-12);
            SampleKey again{1, Split::train, i, key.attempt};
            CHECK(s->sampler.draw(again).x == state.x);
            CHECK(again.attempt == key.attempt);
        }
    }
}

TEST_CASE("a state depends on seed, split, trajectory and attempt alone, not on what was drawn before") {
    const ExampleSystem s(load_system("chain_pendulum_3")), other(load_system("chain_pendulum_3"));
    const InitialState state = draw(s, 7, Split::train, 12);
    for (std::uint64_t i = 0; i < 5; ++i) (void)draw(other, 3, Split::test, i);
    CHECK(draw(other, 7, Split::train, 12).x == state.x);
    CHECK(draw(other, 7, Split::train, 12).v == state.v);
    CHECK(draw(s, 8, Split::train, 12).x != state.x);
    CHECK(draw(s, 7, Split::valid, 12).x != state.x);
    CHECK(draw(s, 7, Split::test, 12).x != state.x);
    CHECK(draw(s, 7, Split::train, 13).x != state.x);
    CHECK(draw(s, 7, Split::train, 12 + (1ULL << 32)).x != state.x);
    SampleKey second{7, Split::train, 12, 1};
    CHECK(s.sampler.draw(second).x != state.x);
}

// Largest distance of the empirical distribution function from N(mean, std), times sqrt(n).
double kolmogorov(Vector sample, double mean, double std) {
    std::sort(sample.begin(), sample.end());
    const boost::math::normal normal(mean, std);
    const double n = static_cast<double>(sample.size());
    double worst = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        const double f = cdf(normal, sample[i]), low = static_cast<double>(i) / n;
        worst = std::max({worst, f - low, low + 1 / n - f});
    }
    return worst * std::sqrt(n);
}
constexpr double one_in_a_thousand = 1.95;  // of the Kolmogorov distribution; the seeds are fixed

TEST_CASE("without noise the angles and rates of a chain are distributed as the file says") {
    SystemSpec spec = load_system("chain_pendulum_3");
    auto& drawn = std::get<DrawnStates>(spec.initial_conditions);
    drawn.position_noise = drawn.velocity_noise = Constant{0};
    drawn.velocity_factor = 1;
    for (auto& [id, placement] : drawn.bodies)
        std::get<AngularPlacement>(placement).angles = {Normal{0.2, 0.5}};  // narrow: atan2 never wraps
    const ExampleSystem s(spec);
    std::vector<Vector> angles(3), rates(3);
    for (std::uint64_t i = 0; i < 2000; ++i) {
        const InitialState state = draw(s, 31, Split::train, i);
        for (std::size_t k = 0; k < 3; ++k) {
            const double l = s.graph.links()[k].length;
            const auto along = [&](const Vector& q, std::size_t j) {
                return q[2 * k + j] - (k ? q[2 * k - 2 + j] : 0);
            };
            const double rx = along(state.x, 0), ry = along(state.x, 1);
            CHECK(std::hypot(rx, ry) == doctest::Approx(l).epsilon(1e-14));
            angles[k].push_back(std::atan2(rx, -ry));
            rates[k].push_back((rx * along(state.v, 1) - ry * along(state.v, 0)) / (l * l));
        }
    }
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK(kolmogorov(angles[k], 0.2, 0.5) < one_in_a_thousand);
        CHECK(kolmogorov(rates[k], 0, 1) < one_in_a_thousand);
    }
}

TEST_CASE("bobs of the coupled pendulum are distributed in spherical angles about their own anchors") {
    const ExampleSystem s(load_system("coupled_pendulum_3"));
    Vector azimuth, polar, azimuth_rate, polar_rate;
    for (std::uint64_t i = 0; i < 700; ++i) {
        const InitialState state = draw(s, 32, Split::train, i);
        for (std::size_t k = 0; k < 3; ++k) {
            // u = (-cos p, sin z sin p, cos z sin p), inverted; |polar - pi/2| stays below pi/2 here.
            const double ux = state.x[3 * k] - static_cast<double>(k), uy = state.x[3 * k + 1], uz = state.x[3 * k + 2];
            const double vx = state.v[3 * k], vy = state.v[3 * k + 1], vz = state.v[3 * k + 2];
            const double sine = std::hypot(uy, uz), z = std::atan2(uy, uz);
            azimuth.push_back(z < 0 ? z + 2 * M_PI : z);
            polar.push_back(std::acos(-ux));
            azimuth_rate.push_back((uz * vy - uy * vz) / (sine * sine));
            polar_rate.push_back(vx / sine);
        }
    }
    CHECK(kolmogorov(azimuth, M_PI, 0.3) < one_in_a_thousand);
    CHECK(kolmogorov(polar, M_PI / 2, 0.3) < one_in_a_thousand);
    CHECK(kolmogorov(azimuth_rate, 0, 0.3) < one_in_a_thousand);
    CHECK(kolmogorov(polar_rate, 0, 0.3) < one_in_a_thousand);
}

TEST_CASE("the chain pendulum's recipe typed out gives the same states") {
    for (const int links : {1, 2, 3, 5}) {
        const ExampleSystem s(load_system("chain_pendulum_" + std::to_string(links)));
        const DenseEquations paper(s.graph);
        const auto n = static_cast<std::size_t>(links);
        for (std::uint64_t i = 0; i < 10; ++i) {
            SampleKey key{99, Split::valid, i + (7ULL << 32), 0};
            const InitialState state = s.sampler.draw(key);
            // Counter words: block, split with the attempt above it, trajectory low and high.
            RandomStream random(99, 1 + 65536 * key.attempt, static_cast<std::uint32_t>(i), 7);
            const boost::math::normal normal;
            const auto gauss = [&] { return quantile(normal, random.uniform()); };
            Vector angle(n), angle_rate(n), x(2 * n), v(2 * n);
            for (std::size_t k = 0; k < n; ++k) {
                angle[k] = gauss();
                angle_rate[k] = gauss();
            }
            double x_sum = 0, y_sum = 0, vx_sum = 0, vy_sum = 0;
            for (std::size_t k = 0; k < n; ++k) {
                const double l = s.graph.links()[k].length;
                x[2 * k] = x_sum += l * std::sin(angle[k]);
                x[2 * k + 1] = y_sum -= l * std::cos(angle[k]);
                v[2 * k] = vx_sum += l * std::cos(angle[k]) * angle_rate[k];
                v[2 * k + 1] = vy_sum += l * std::sin(angle[k]) * angle_rate[k];
            }
            for (double& c : x) c += 0.2 * gauss();
            for (double& c : v) c = 3 * (0.5 * c + 0.4 * gauss());
            REQUIRE(dense_projection(paper, x, v));
            for (std::size_t j = 0; j < 2 * n; ++j) {
                // 1e-15 of libm and order of operations, amplified by clamped Newton steps.
                CHECK(state.x[j] == doctest::Approx(x[j]).epsilon(1e-10));
                CHECK(state.v[j] == doctest::Approx(v[j]).epsilon(1e-10));
            }
        }
    }
}

TEST_CASE("a body is placed from another wherever the file lists it, with its own length where it has one") {
    SystemSpec spec = load_system("chain_pendulum_2");
    std::swap(spec.bodies[1], spec.bodies[2]);  // bob2 before bob1, which it is placed from
    DrawnStates& drawn = std::get<DrawnStates>(spec.initial_conditions);
    drawn = DrawnStates{};
    drawn.bodies["bob1"] = AngularPlacement{"pivot", {Constant{0.5}}, {Constant{2}}, std::nullopt};
    drawn.bodies["bob2"] = AngularPlacement{"bob1", {Constant{-0.3}}, {Constant{-1}}, 1.08221070};  // of 1.0822107008
    const ExampleSystem s(spec);
    const InitialState state = draw(s, 0, Split::train, 0);
    const double l1 = s.graph.links()[0].length, l2 = s.graph.links()[1].length;
    // The shorter length is projected away: 1e-9 m.
    CHECK(state.x[2] == doctest::Approx(l1 * std::sin(0.5)).epsilon(1e-8));
    CHECK(state.x[3] == doctest::Approx(-l1 * std::cos(0.5)).epsilon(1e-8));
    CHECK(state.x[0] == doctest::Approx(l1 * std::sin(0.5) + l2 * std::sin(-0.3)).epsilon(1e-8));
    CHECK(state.x[1] == doctest::Approx(-l1 * std::cos(0.5) - l2 * std::cos(0.3)).epsilon(1e-8));
    CHECK(state.v[2] == doctest::Approx(2 * l1 * std::cos(0.5)).epsilon(1e-8));
    CHECK(state.v[0] == doctest::Approx(2 * l1 * std::cos(0.5) - l2 * std::cos(0.3)).epsilon(1e-8));
    CHECK(state.v[1] == doctest::Approx(2 * l1 * std::sin(0.5) + l2 * std::sin(0.3)).epsilon(1e-8));
}

SystemSpec pendulum_with(std::vector<GivenState> states) {
    SystemSpec spec = load_system("chain_pendulum_2");
    spec.source = "own.json";
    spec.constraints = {LinkSpec{{"pivot"}, {"bob1"}, 1}, LinkSpec{{"bob1"}, {"bob2"}, 2}};
    spec.initial_conditions = std::move(states);
    return spec;
}

TEST_CASE("given states are used in their order, with digits left out projected away and bodies at rest by default") {
    const ExampleSystem s(pendulum_with({{{{"bob1", {0.6, -0.8}}, {"bob2", {0.6, -2.8}}}, {{"bob2", {1, 0}}}},
                                         {{{"bob1", {0.333, -0.943}}, {"bob2", {0.333, 1.057}}}, {}}}));
    CHECK(s.sampler.given_count() == 2);
    CHECK(ExampleSystem(load_system("chain_pendulum_2")).sampler.given_count() == -1);
    const InitialState first = draw(s, 1, Split::train, 0), second = draw(s, 1, Split::train, 1);
    const Vector x{0.6, -0.8, 0.6, -2.8}, v{0, 0, 1, 0};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(std::fabs(first.x[i] - x[i]) <= 1e-15);
        CHECK(std::fabs(first.v[i] - v[i]) <= 1e-15);
    }
    CHECK(std::hypot(second.x[0], second.x[1]) == doctest::Approx(1).epsilon(1e-15));
    CHECK(second.x[0] == doctest::Approx(0.333).epsilon(1e-3));
    CHECK(second.v == Vector(4, 0.0));
    CHECK(draw(s, 2, Split::test, 1).x == second.x);
    CHECK(
        message<UsageError>([&] { (void)draw(s, 1, Split::train, 2); }) ==
        "own.json#/initial_conditions: has 2 states, asked for trajectory 2; ask for fewer trajectories, or give more "
        "states, or 'bodies' that start at random (schemas/system/initial_conditions.md, cchnn-gen convert "
        "--random-starts)");
}

TEST_CASE("given states that are off by 1 to 10 % are projected and told, what is further off is left out and named") {
    const ExampleSystem s(pendulum_with({{{{"bob1", {0, -1.03}}, {"bob2", {0, -3.03}}}, {}},
                                         {{{"bob1", {0, -1}}, {"bob2", {0, -2.5}}}, {}},
                                         {{{"bob1", {0, -1}}, {"bob2", {0, -3}}}, {}}}));
    CHECK(s.sampler.given_count() == 2);
    const InitialState first = draw(s, 1, Split::test, 0), second = draw(s, 1, Split::test, 1);
    CHECK(first.x[1] == doctest::Approx(-1).epsilon(1e-14));
    CHECK(second.x[3] == doctest::Approx(-3).epsilon(1e-14));
    const std::string at = "own.json#/initial_conditions/states/";
    CHECK(s.sampler.remarks() ==
          std::vector<std::string>{at + "0: Link pivot-bob1 is 1.03 m long in this state, its length is 1 m; projected",
                                   at + "1: Link bob1-bob2 is 1.5 m long in this state, its length is 2 m; left out"});
    REQUIRE(s.sampler.impossible().size() == 1);
    CHECK(s.sampler.impossible()[0].where == at + "1");
}

TEST_CASE("where no given state is left they are refused, every one of them") {
    const auto make = [] {
        (void)ExampleSystem(pendulum_with(
            {{{{"bob1", {0, -1.2}}, {"bob2", {0, -3.2}}}, {}}, {{{"bob1", {0, -1}}, {"bob2", {0, -2.5}}}, {}}}));
    };
    CHECK(message<SpecError>(make) ==
          "own.json#/initial_conditions/states/0: Link pivot-bob1 is 1.2 m long in this state, its length is 1 m\n"
          "own.json#/initial_conditions/states/1: Link bob1-bob2 is 1.5 m long in this state, its length is 2 m");
}

TEST_CASE("a given velocity along a link is refused: its length could not stay") {
    const auto make = [](double stretching) {
        return [stretching] {
            (void)ExampleSystem(pendulum_with({{{{"bob1", {0, -1}}, {"bob2", {0, -3}}}, {{"bob1", {3, stretching}}}}}));
        };
    };
    CHECK(message<SpecError>(make(0.5)) ==
          "own.json#/initial_conditions/states/0: Link pivot-bob1 grows at -0.5 m/s in this state, a link keeps its "
          "length\n"
          "own.json#/initial_conditions/states/0: Link bob1-bob2 grows at 0.5 m/s in this state, a link keeps its "
          "length");
    CHECK(message<SpecError>(make(0.001)) == "");  // digits left out
}

TEST_CASE("states that cannot be projected end in an error that says what to change") {
    SystemSpec spec = load_system("chain_pendulum_2");
    spec.source = "own.json";
    DrawnStates drawn;
    for (const char* id : {"bob1", "bob2"}) drawn.bodies[id] = CartesianPlacement{{Constant{0}, Constant{0}}, {}};
    spec.initial_conditions = drawn;
    const ExampleSystem s(spec);
    CHECK(
        message<NumericalError>([&] { (void)draw(s, 1, Split::valid, 3); }) ==
        "own.json#/initial_conditions: the start of valid trajectory 3 cannot be projected onto the constraints; Link "
        "pivot-bob1 has no direction there, as all its coefficients vanish; choose another start");
    drawn.bodies["bob1"] = CartesianPlacement{{Constant{NAN}, Constant{0}}, {}};
    spec.initial_conditions = drawn;
    CHECK(message<NumericalError>([&] { (void)draw(ExampleSystem(spec), 1, Split::valid, 3); }) ==
          "own.json#/initial_conditions: the start of valid trajectory 3 cannot be projected onto the constraints; its "
          "positions are not finite: look for a division by 0 in the formulas of its draws");
    // The same where something is drawn: a choice among two places, neither of which a Link of this length can meet.
    drawn.bodies["bob1"] = CartesianPlacement{{Chosen{{0, 0}}, Constant{0}}, {}};
    spec.initial_conditions = drawn;
    CHECK(message<NumericalError>([&] { (void)draw(ExampleSystem(spec), 1, Split::valid, 3); })
              .starts_with(
                  "own.json#/initial_conditions: no state drawn for valid trajectory 3 can be projected onto the "
                  "constraints (100 attempts); "));
}

TEST_CASE("a perturbed state is epsilon away to first order, on the manifold, and the same for the same key") {
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const InitialState state = s->state(4);
        const auto distance = [&](const InitialState& other) {
            double square = 0;
            for (std::size_t i = 0; i < state.x.size(); ++i)
                square += std::pow(state.x[i] - other.x[i], 2) + std::pow(state.v[i] - other.v[i], 2);
            return std::sqrt(square);
        };
        const InitialState a = s->sampler.perturb(state, 1e-5, 3, 0), half = s->sampler.perturb(state, 5e-6, 3, 0);
        // Projection takes the part of the step that leaves the manifold: what remains is at most epsilon.
        CHECK(distance(a) <= 1e-5 * (1 + 1e-3));
        CHECK(distance(a) >= 1e-7);
        for (std::size_t i = 0; i < state.x.size(); ++i)  // linear in epsilon up to epsilon^2
            CHECK(std::fabs(a.x[i] - state.x[i] - 2 * (half.x[i] - state.x[i])) <= 1e-8);
        Vector phi(s->system.rows().size());
        s->system.phi(a.x.data(), phi.data());
        double far = 10;  // m, as above
        for (double c : state.x) far = std::max(far, std::fabs(c));
        for (double c : phi) CHECK(std::fabs(c) <= 1e-15 * far * far);
        CHECK(s->sampler.perturb(state, 1e-5, 3, 0).x == a.x);
        CHECK(s->sampler.perturb(state, 1e-5, 3, 1).x != a.x);
        CHECK(s->sampler.perturb(state, 1e-5, 4, 0).x != a.x);
    }
    const ExampleSystem free(springs_only_2d());  // nothing to project: exactly epsilon
    const InitialState state = free.state(0), moved = free.sampler.perturb(state, 1e-3, 0, 0);
    double square = 0;
    for (std::size_t i = 0; i < state.x.size(); ++i)
        square += std::pow(state.x[i] - moved.x[i], 2) + std::pow(state.v[i] - moved.v[i], 2);
    CHECK(std::sqrt(square) == doctest::Approx(1e-3).epsilon(1e-12));
}

TEST_CASE("noise of every entry has its standard deviation in every entry, whatever their number") {
    const ExampleSystem free(springs_only_2d());  // nothing to project
    const InitialState state = free.state(0);
    const std::size_t size = state.x.size();
    std::vector<double> squares(2 * size);
    for (std::uint64_t i = 0; i < 4000; ++i) {
        const InitialState moved = free.sampler.perturb_entries(state, 1e-3, 0, i);
        for (std::size_t k = 0; k < size; ++k) {
            squares[k] += std::pow(moved.x[k] - state.x[k], 2) / 4000;
            squares[size + k] += std::pow(moved.v[k] - state.v[k], 2) / 4000;
        }
    }
    // Variance of 4,000 normal numbers: 1 +- sqrt(2 / 4000) = 0.022; 4.5 sigma.
    for (const double square : squares) CHECK(square == doctest::Approx(1e-6).epsilon(0.1));
}

TEST_CASE("splits have the names of their files") {
    CHECK(std::string(name(Split::train)) == "train");
    CHECK(std::string(name(Split::valid)) == "valid");
    CHECK(std::string(name(Split::test)) == "test");
}

}  // namespace
