#include "score/metrics/sensitivity_error.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/integrate_fixture.hpp"

using namespace cchnn;
using cchnn_test::Compiled;

namespace {

// A stone of 2 kg in the plane: one node, so that S has the rows x, y, v_x, v_y.
const ConstrainedSystem& stone() {
    static const Compiled c(R"({
      "name": "stone", "dimension": 2, "bodies": [{"id": "stone", "type": "Obj0D", "mass": 2}],
      "initial_conditions": {"states": [{"position": {"stone": [0, -1]}, "velocity": {"stone": [0, 0]}}]},
      "sampling": {"dt": 0.5, "steps": 3}})");
    return c.system;
}

struct Stated {
    std::vector<double> x{0, -1, 0, 0, 1, 0}, v{0, 0, 3, 0, 0, 0};  // at 3 samples
    // (3, 4, 2) by two directions, (3, 4, 1) by a number of size 3.
    std::vector<double> start{1, 0, 0, 1, 0, 0, 0, 0,   // t = 0
                              1, 0, 0, 1, 1, 0, 0, 0,   // x, y, v_x, v_y at k = 1
                              1, 0, 0, 1, 0, 0, 0, 0};  // k = 2
    std::vector<double> numbers{0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0};

    SensitiveMotion motion() const { return {x.data(), v.data(), {start.data(), numbers.data()}}; }
};

SensitivityScores scores_of(const Stated& predicted, bool include_t0 = false) {
    const Stated truth;
    return sensitivity_scores(stone(), {3, 2, {3}, include_t0}, predicted.motion(), truth.motion());
}

}  // namespace

TEST_CASE("derivatives that are those of the test set have no error") {
    const SensitivityScores scores = scores_of({});
    CHECK(scores.err == std::vector<double>{0, 0, 0});
    CHECK(scores.err_of_numbers == std::vector<double>{0, 0, 0});
    CHECK(scores.end == 0);
    CHECK(scores.kinetic == 0);
    CHECK(scores.wrong_signs == 0);
}

TEST_CASE("scores of derivatives are those worked out by hand") {
    constexpr double rounding = 1e-15;
    Stated said;
    said.start[8 + 4] = -1;   // v_x at k = 1: the gradient of the kinetic energy is (6, 0) of the truth, (-6, 0) here
    said.start[16 + 3] = -1;  // y at k = 2: x(T) - x(0) is (1, 1), gradients are (1, 1) and (1, -1)
    said.numbers[4] = 3;
    const SensitivityScores scores = scores_of(said);
    CHECK(scores.err[0] == 0);
    CHECK(scores.err[1] == doctest::Approx(2 / (2 * std::sqrt(3.0))).epsilon(rounding));
    CHECK(scores.err[2] == doctest::Approx(2 / (2 * std::sqrt(2.0))).epsilon(rounding));
    CHECK(scores.err_of_numbers[1] == doctest::Approx(2.0 / 4).epsilon(rounding));
    CHECK(scores.kinetic == 2);
    CHECK(scores.end == doctest::Approx(1).epsilon(rounding));
    CHECK(scores.wrong_signs == doctest::Approx(2.0 / 5).epsilon(rounding));  // of 3 entries at k = 1 and 2 at k = 2
    CHECK(scores_of(said, true).wrong_signs == doctest::Approx(2.0 / 7).epsilon(rounding));
}

TEST_CASE("a column of derivatives by numbers counts by the size of its number") {
    const Stated truth;
    Stated said;
    std::vector<double> two, two_said;
    for (const double one : truth.numbers) two.insert(two.end(), {one, one});
    for (const double one : truth.numbers) two_said.insert(two_said.end(), {one, 1.5 * one});
    const SensitiveMotion a{said.x.data(), said.v.data(), {said.start.data(), two_said.data()}},
        b{truth.x.data(), truth.v.data(), {truth.start.data(), two.data()}};
    const SensitivityScores scores = sensitivity_scores(stone(), {3, 2, {10, 2}}, a, b);
    // At k = 2 the columns are 20 and 4 of the truth, 20 and 6 here.
    CHECK(scores.err_of_numbers[2] == doctest::Approx(2 / (std::hypot(20, 4) + std::hypot(20, 6))).epsilon(1e-15));
}

TEST_CASE("an entry without a sign is wrong, one below a thousandth of the largest does not count") {
    Stated said;
    said.start[16] = 0;
    CHECK(scores_of(said).wrong_signs == doctest::Approx(1.0 / 5).epsilon(1e-15));
    Stated truth, other;
    truth.start[16 + 1] = 0.9e-3;
    other.start[16 + 1] = -0.9e-3;
    CHECK(sensitivity_scores(stone(), {3, 2, {3}}, other.motion(), truth.motion()).wrong_signs == 0);
    truth.start[16 + 1] = 1.1e-3;
    CHECK(sensitivity_scores(stone(), {3, 2, {3}}, other.motion(), truth.motion()).wrong_signs > 0);
}

TEST_CASE("derivatives that are not finite, or vanish, have the worst value or none") {
    for (const double lost : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Stated said;
        std::fill(said.start.begin() + 8, said.start.end(), lost);
        said.numbers[5] = lost;
        const SensitivityScores scores = scores_of(said);
        CHECK(scores.err == std::vector<double>{0, 1, 1});
        CHECK(scores.err_of_numbers[1] == 1);
        CHECK(scores.end == 2);
        CHECK(scores.kinetic == 2);
        CHECK(scores.wrong_signs == 1);
    }
    Stated still;
    std::fill(still.start.begin() + 8, still.start.end(), 0.0);
    const SensitivityScores scores = scores_of(still);
    CHECK(scores.err[1] == 1);
    CHECK(scores.end == 1);
    CHECK(scores.kinetic == 1);
}

TEST_CASE("derivatives that stay those of the start have the error of a motion that stands still") {
    const Stated truth;
    const std::vector<double> kept = kept_sensitivity_errors({3, 2, {}}, 2, truth.motion().derivatives);
    CHECK(kept[0] == 0);
    CHECK(kept[1] == doctest::Approx(1 / (std::sqrt(2.0) + std::sqrt(3.0))).epsilon(1e-15));
    CHECK(kept[2] == 0);
}
