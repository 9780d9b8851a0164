#include "score/metrics/kinetic_error.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "score/rollout_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

TEST_CASE("the kinetic error of two bobs, worked out by hand") {
    const RolloutFiles files("chain_pendulum_2", 3, 4);
    const ConstrainedSystem& system = files.system();
    const double m[] = {1.1721514930979355, 1.0390508031418597};
    const KineticSpread spread{&system, 2, 3, {0, 0, 0, 0}, {0, 0, 0, 0}};
    const std::vector<double> x{1, 0, 0, 2}, v{0, 1, 1, 0}, x_off{1, 0.5, 0, 2}, v_off{0, 1, 1.5, 0};
    const auto norm = [&](double a, double b, double c, double d) {  // of |x_1|, |x_2|, |v_1|, |v_2|; 2 free, of each
        return std::sqrt((m[0] * a * a + m[1] * b * b) / (2 * 4) + (m[0] * c * c + m[1] * d * d) / (2 * 9));
    };
    const double expected = norm(0.5, 0, 0, 0.5) / (norm(std::sqrt(1.25), 2, 1, 1.5) + norm(1, 2, 1, 1));
    const TrajectoryView off{x_off.data(), v_off.data()}, truth{x.data(), v.data()};
    CHECK(kinetic_error_curve(spread, 1, off, truth)[0] == doctest::Approx(expected).epsilon(1e-14));
    CHECK(kinetic_error_curve(spread, 1, truth, truth)[0] == 0);
    const std::vector<double> lost{NAN, 0, 0, 0}, far{1e300, 0, 0, 0};
    CHECK(kinetic_error_curve(spread, 1, {lost.data(), v.data()}, truth)[0] == 1);
    CHECK(kinetic_error_curve(spread, 1, {far.data(), v.data()}, truth)[0] == 1);
}

TEST_CASE("the kinetic error of a state that is kept compares it with each later one") {
    const RolloutFiles files("chain_pendulum_2", 3, 4);
    const TrajectoryFile truth(files.test());
    const KineticSpread spread = kinetic_spread(files.system(), truth);
    std::vector<double> x, v;
    truth.read(0, 1, x, v);
    std::vector<double> kept_x, kept_v;
    for (int k = 0; k < 4; ++k) {
        kept_x.insert(kept_x.end(), x.begin(), x.begin() + 4);
        kept_v.insert(kept_v.end(), v.begin(), v.begin() + 4);
    }
    const TrajectoryView motion{x.data(), v.data()};
    const std::vector<double> kept = kinetic_error_curve(spread, 4, motion, motion, true);
    CHECK(kept == kinetic_error_curve(spread, 4, {kept_x.data(), kept_v.data()}, motion));
    CHECK(kept[0] == 0);
    CHECK(kept[3] > 0);
}

TEST_CASE("the spread of a test set is that of its states, and a half that never moves takes the other's") {
    const RolloutFiles files("chain_pendulum_2", 5, 6);
    const TrajectoryFile truth(files.test());
    const KineticSpread spread = kinetic_spread(files.system(), truth);
    std::vector<double> x, v;
    truth.read(0, 5, x, v);
    const std::vector<double> mass = files.system().masses().body_mass();
    double square = 0;
    for (std::size_t c = 0; c < 4; ++c) {
        double sum = 0;
        for (std::size_t at = c; at < x.size(); at += 4) sum += x[at];
        CHECK(spread.centre_x[c] == doctest::Approx(sum / 30).epsilon(1e-13));
        for (std::size_t at = c; at < x.size(); at += 4) square += mass[c / 2] * std::pow(x[at] - sum / 30, 2);
    }
    CHECK(spread.position == doctest::Approx(std::sqrt(square / 30 / 2)).epsilon(1e-13));
}
