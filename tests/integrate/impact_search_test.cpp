// The search for impacts, attacked with gaps whose first root is known: two roots within one stretch, roots at the very
// start, minima just above 0, thin slabs, in other units and at other places.

#include "integrate/impact_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace cchnn {
namespace {

// Gaps that are given functions of time, of which `steps_of` says how many steps an integrator would take.
class GivenMotion : public GapMotion {
  public:
    using Function = std::function<std::pair<double, double>(double)>;  // g and g'
    GivenMotion(std::vector<Function> gaps, double scale, double longest)
        : gaps_(std::move(gaps)), scale_(scale), longest_(longest) {
        read(0, present_);
    }
    const std::vector<Gap>& present() const override { return present_; }
    bool look(double time, std::vector<Gap>& gaps) override {
        ++looks;
        read(time, gaps);
        return true;
    }
    bool look(double time, std::vector<Gap>& middle, std::vector<Gap>& end) override {
        if (time > longest_) return false;
        look(time / 2, middle);
        return look(time, end);
    }
    void move(double time) override {
        now_ += time;
        read(0, present_);
    }
    double now() const { return now_; }
    long looks = 0;

  private:
    void read(double time, std::vector<Gap>& gaps) const {
        gaps.clear();
        for (const Function& gap : gaps_) {
            const auto [value, rate] = gap(now_ + time);
            gaps.push_back({value, rate, scale_});
        }
    }

    std::vector<Function> gaps_;
    double scale_, longest_, now_ = 0;
    std::vector<Gap> present_;
};

GivenMotion::Function parabola(double minimum, double at, double curvature) {
    return [=](double t) { return std::pair(minimum + curvature * (t - at) * (t - at), 2 * curvature * (t - at)); };
}
// An oscillation that touches its mean minus `depth`: g = offset + a cos(w t + p) + b cos(v t + q).
struct Wave {
    double offset, a, w, p, b, v, q;
    std::pair<double, double> operator()(double t) const {
        return {offset + a * std::cos(w * t + p) + b * std::cos(v * t + q),
                -a * w * std::sin(w * t + p) - b * v * std::sin(v * t + q)};
    }
    // The first root after 0 by small steps and bisection; infinite without one before `end`.
    double first_root(double end, double& lowest) const {
        const auto value = [&](double t) { return offset + a * std::cos(w * t + p) + b * std::cos(v * t + q); };
        lowest = std::numeric_limits<double>::infinity();
        const double step = 1e-2 / std::max(w, v);
        for (double t = 0; t < end; t += step) {
            const double next = value(t + step);
            lowest = std::min(lowest, std::abs(next));
            if (next > 0) continue;
            double low = t, high = t + step;
            for (int i = 0; i < 80; ++i) {
                const double between = (low + high) / 2;
                (value(between) > 0 ? low : high) = between;
            }
            return low;
        }
        return std::numeric_limits<double>::infinity();
    }
};

}  // namespace

TEST_CASE("Two roots within one stretch are found, and minima just above 0 are passed") {
    for (const double scale : {1e-6, 1.0, 1e6})
        for (const double at : {1e-3, 0.1, 0.3, 0.5, 0.77, 0.999}) {
            CAPTURE(scale);
            CAPTURE(at);
            for (const double depth : {1e-12, 1e-9, 1e-6, 1e-3}) {
                GivenMotion above({parabola(depth * scale, at, scale)}, scale, 1);
                CHECK(move_to_first_impact(above, 1, 1).kind == FirstImpact::Kind::none);
                CHECK(above.now() == doctest::Approx(1));
                if (at * at < 2 * depth) continue;
                GivenMotion below({parabola(-depth * scale, at, scale)}, scale, 1);
                const FirstImpact first = move_to_first_impact(below, 1, 1);
                CHECK(first.kind == FirstImpact::Kind::impact);
                // The root of a parabola of depth d is known to rounding over the rate there.
                CHECK(std::abs(below.now() - (at - std::sqrt(depth))) <= 4e-16 / std::sqrt(depth) + 4e-16);
            }
            GivenMotion touch({parabola(0, at, scale)}, scale, 1);
            CHECK(move_to_first_impact(touch, 1, 1).kind == FirstImpact::Kind::grazing);
        }
}

TEST_CASE("A gap that has just closed and grows has its next root found, also between thin plates") {
    for (const double speed : {1.0, 1e-3, 1e-5}) {
        const auto flight = [=](double t) { return std::pair(speed * t - 5 * t * t, speed - 10 * t); };
        GivenMotion motion({flight}, 1, 1);
        CHECK(move_to_first_impact(motion, 1, 1).kind == FirstImpact::Kind::impact);
        CHECK(std::abs(motion.now() - speed / 5) <= 4e-16 / speed);
    }
    const double thin = 1e-6;
    const auto down = [=](double t) { return std::pair(thin - t, -1.0); };
    const auto up = [](double t) { return std::pair(t, 1.0); };
    GivenMotion motion({up, down}, 1, 1);
    const FirstImpact first = move_to_first_impact(motion, 1, 1);
    CHECK(first.kind == FirstImpact::Kind::impact);
    CHECK(first.contact == 1);
    CHECK(std::abs(motion.now() - thin) <= 1e-16);
}

TEST_CASE("Roots next to the end of the span belong to one side of it") {
    for (const double off : {-1e-9, -1e-13, 1e-13, 1e-9}) {
        const auto line = [=](double t) { return std::pair(1 + off - t, -1.0); };
        GivenMotion motion({line}, 1, 2);
        CHECK((move_to_first_impact(motion, 1, 1).kind == FirstImpact::Kind::impact) == (off < 0));
    }
}

TEST_CASE("Drawn waves: the first root of each is found, and none is invented") {
    std::mt19937_64 random(7);
    const auto uniform = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
    };
    int impacts = 0, grazing = 0, tried = 0;
    for (int i = 0; i < 1000; ++i) {
        Wave wave{
            0, uniform(0.1, 1), uniform(0.5, 20), uniform(0, 6.3), uniform(0, 1), uniform(0.5, 20), uniform(0, 6.3)};
        wave.offset = (wave.a + wave.b) * uniform(0.2, 1.05);
        if (wave(0).first <= 0.01) continue;
        double lowest = 0;
        const double root = wave.first_root(1, lowest);
        // As the integrator does, a stretch is at most about one radian of the fastest motion.
        GivenMotion motion({wave}, 1, 1.5 / std::max(wave.w, wave.v));
        const FirstImpact first = move_to_first_impact(motion, 1, 1);
        ++tried;
        impacts += first.kind == FirstImpact::Kind::impact;
        grazing += first.kind == FirstImpact::Kind::grazing;
        CAPTURE(i);
        if (first.kind == FirstImpact::Kind::grazing) continue;
        if (lowest > 1e-9 && std::isinf(root)) CHECK(first.kind == FirstImpact::Kind::none);
        if (std::isinf(root)) continue;
        REQUIRE(first.kind == FirstImpact::Kind::impact);
        const double rate = std::abs(wave(root).second);
        CHECK(std::abs(motion.now() - root) <= 1e-15 + 1e-14 / rate);
    }
    CHECK(impacts > tried / 10);
    CHECK(tried - impacts > tried / 10);
    CHECK(grazing <= 2);  // a minimum within 1e-13 of 0 has a probability below 1e-6
}

}  // namespace cchnn
