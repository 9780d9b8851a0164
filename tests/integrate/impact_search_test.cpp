// The search for impacts, attacked with gaps whose first root is known: two roots within one stretch, roots at the very
// start, minima just above 0, thin slabs, in other units and at other places.

#include "integrate/impacts/impact_search.hpp"

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
    // The size of the numbers in each gap, and the longest stretch that it looks at.
    GivenMotion(std::vector<Function> gaps, std::vector<double> scales, double longest)
        : gaps_(std::move(gaps)), scales_(std::move(scales)), longest_(longest) {
        read(0, present_);
    }
    GivenMotion(const std::vector<Function>& gaps, double scale, double longest)
        : GivenMotion(gaps, std::vector<double>(gaps.size(), scale), longest) {}
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
        for (std::size_t i = 0; i < gaps_.size(); ++i) {
            const auto [value, rate] = gaps_[i](now_ + time);
            gaps.push_back({value, rate, scales_[i]});
        }
    }

    std::vector<Function> gaps_;
    std::vector<double> scales_;
    double longest_, now_ = 0;
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

// A gap with known roots: g = c h prod (t - r) prod ((t - a)^2 + b^2), h = exp(k t) (1 + 0.4 sin(w t + p)), rounded as the difference of
// numbers of the size `scale`.
struct KnownRoots {
    double c, k, w, p, scale;
    std::vector<double> roots;                       // ascending
    std::vector<std::pair<double, double>> complex;  // a, b
    std::pair<double, double> exact(double t) const {
        const double wave = 1 + 0.4 * std::sin(w * t + p);
        double g = c * std::exp(k * t) * wave, rate = g * (k + 0.4 * w * std::cos(w * t + p) / wave);
        for (const double r : roots) {
            rate = rate * (t - r) + g;
            g *= t - r;
        }
        for (const auto& [a, b] : complex) {
            const double square = (t - a) * (t - a) + b * b;
            rate = rate * square + g * 2 * (t - a);
            g *= square;
        }
        return {g, rate};
    }
    std::pair<double, double> operator()(double t) const {
        const auto [g, rate] = exact(t);
        const volatile double moved = g + scale;
        return {moved - scale, rate};
    }
    double zone() const { return gap_zone({0, 0, scale}); }
    // Whether it falls clearly below 0 before `end`.
    bool closes_before(double end) const {
        std::vector<double> edges;
        for (const double r : roots)
            if (r < end) edges.push_back(r);
        edges.push_back(end);
        double from = 0;
        for (const double to : edges) {
            for (int i = 1; i < 64; ++i)
                if (exact(from + (to - from) * i / 64).first < -3 * zone()) return true;
            from = to;
        }
        return false;
    }
    // The smallest |g| near a time, in zones.
    double nearest(double time) const {
        double least = std::numeric_limits<double>::infinity();
        const auto see = [&](double t) {
            if (std::abs(t - time) < 1e-2) least = std::min(least, std::abs(exact(t).first) / zone());
        };
        see(time);
        for (const double r : roots) see(r);
        for (const auto& [a, b] : complex) see(a);
        return least;
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

// Roots that are doubled, next to the start, beside pairs of complex ones, of up to three gaps, some of which have just closed.
TEST_CASE("Drawn gaps with known roots: no impact is missed, invented or off by more than its rounding") {
    std::mt19937_64 random(5);
    const auto uniform = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
    };
    const auto power = [&](double low, double high) { return std::pow(10, uniform(low, high)); };
    int impacts = 0, tried = 0;
    for (int i = 0; i < 4000; ++i) {
        std::vector<KnownRoots> gaps;
        double fastest = 1;
        bool open = true;
        for (int left = static_cast<int>(uniform(1, 4)); left > 0; --left) {
            KnownRoots g{power(-6, 6), uniform(-1, 1), uniform(0, 6), uniform(0, 6.28), 0, {}, {}};
            g.scale = g.c * power(0, 3);
            fastest = std::max(fastest, g.w);
            const double at = uniform(0, 1.2);
            const int kind = static_cast<int>(uniform(0, 5));
            if (kind == 0) g.roots = {at};
            if (kind == 1 || kind == 4) g.roots = {at, at + power(kind == 1 ? -13 : -6, 0)};
            if (kind == 2) g.roots = {power(-13, -1), uniform(0, 1.5), uniform(0, 1.5)};
            if (kind == 3 || kind == 4) g.complex = {{kind == 3 ? at : uniform(0, 1), power(-8, 0)}};
            std::sort(g.roots.begin(), g.roots.end());
            if (g.roots.size() % 2 == 1) g.c = -g.c;
            if (uniform(0, 1) < 0.3) {  // it has just closed
                for (double& r : g.roots) r = std::max(r, 1e-3);
                g.roots.insert(g.roots.begin(), 0.0);
            }
            const auto [value, rate] = g(0);
            open = open && (value > 4 * g.zone() || (rate > 0 && std::abs(value) <= g.zone()));
            gaps.push_back(g);
        }
        if (!open) continue;
        ++tried;
        CAPTURE(i);
        const double span = uniform(0.5, 1);
        std::vector<double> scales;
        for (const KnownRoots& g : gaps) scales.push_back(g.scale);
        GivenMotion motion({gaps.begin(), gaps.end()}, scales, std::min(0.3, 1.5 / fastest));
        const FirstImpact first = move_to_first_impact(motion, span, span);
        double end = span;
        switch (first.kind) {
            case FirstImpact::Kind::none: break;
            case FirstImpact::Kind::lost: FAIL("lost"); break;
            case FirstImpact::Kind::grazing: {
                double nearest = std::numeric_limits<double>::infinity();
                for (const KnownRoots& g : gaps) nearest = std::min(nearest, g.nearest(motion.now()));
                CHECK(nearest < 10);
                continue;
            }
            case FirstImpact::Kind::impact: {
                ++impacts;
                const KnownRoots& g = gaps[static_cast<std::size_t>(first.contact)];
                double off = std::numeric_limits<double>::infinity(), root = 0;
                for (const double r : g.roots)
                    if (std::abs(r - motion.now()) < off) {
                        off = std::abs(r - motion.now());
                        root = r;
                    }
                // Rounding of the gap over its rate there, and of the time.
                const double allowed = 0x1p-50 * g.scale / std::abs(g.exact(root).second) + 1e-15;
                CHECK(off <= allowed);
                end = motion.now() - 64 * allowed;
            }
        }
        for (const KnownRoots& g : gaps) CHECK_FALSE(g.closes_before(end * (1 - 1e-12)));
    }
    CHECK(impacts > tried / 2);
}

TEST_CASE("Gaps beside complex roots: an impact is where the motion closes the gap, and the search ends") {
    // The interpolant of the first is off by more than its estimate; what surrounds the minimum of the second is not resolved.
    const KnownRoots falls{0.00815,
                           0.83559403707534452,
                           5.7638461504107861,
                           0.34207835408956011,
                           0.0292,
                           {0.77556384286178459, 0.93491304120113228},
                           {{0.37587416666565499, 0.0010464575616759859}}};
    GivenMotion impact({falls}, falls.scale, 0.26);
    CHECK(move_to_first_impact(impact, 0.97080164405311165, 0.97080164405311165).kind == FirstImpact::Kind::impact);
    CHECK(std::abs(impact.now() - falls.roots[0]) < 1e-13);
    const KnownRoots touches{0.0811,
                             0.65894283519588037,
                             5.9508455715459103,
                             3.1871195373915864,
                             0.271,
                             {0.1459066801800942, 0.55366314941198103},
                             {{0.14527635952791551, 1.8126888385937359e-07}}};
    GivenMotion grazing({touches}, touches.scale, 0.252);
    CHECK(move_to_first_impact(grazing, 0.58844559853862699, 0.58844559853862699).kind == FirstImpact::Kind::grazing);
    CHECK(grazing.looks < 1000);
    // Beside this minimum Newton's iterations turn away from the gap. It has just closed at the start.
    const KnownRoots turns{6.9210704219707599,
                           0.63937769289609814,
                           3.2443433726776139,
                           4.4399908533107038,
                           1216.2,
                           {0, 0.16096193925430552, 0.41031243762551584},
                           {{0.10879717470256056, 0.01247062674599079}}};
    GivenMotion later({turns}, turns.scale, 0.3);
    CHECK(move_to_first_impact(later, 0.70411400260231449, 0.70411400260231449).kind == FirstImpact::Kind::impact);
    CHECK(std::abs(later.now() - turns.roots[1]) < 1e-9);  // the rounding of 1216 over the rate 5e-4 is 4e-10
}

TEST_CASE("A gap that closes and opens again has its impact before one that surely closes later") {
    const KnownRoots later{-2.77e-6,
                           0.026885737096833395,
                           3.2209990801780313,
                           4.1895459489999576,
                           1.55e-5,
                           {0.0025237906744826652, 0.058047508117506252, 1.2308603563793767},
                           {}};
    const KnownRoots sooner{1.638e-5,
                            -0.037855568191766942,
                            1.8646772414485522,
                            2.9587327241731525,
                            1.55e-3,
                            {0.0014595632117169631, 0.0017894862033987261},
                            {{0.14599153811282006, 0.5890153253431214}}};
    GivenMotion motion({later, sooner}, {later.scale, sooner.scale}, 0.3);
    const FirstImpact first = move_to_first_impact(motion, 0.59200185848371789, 0.59200185848371789);
    CHECK(first.kind == FirstImpact::Kind::impact);
    CHECK(first.contact == 1);
    CHECK(std::abs(motion.now() - sooner.roots[0]) < 1e-10);
}

TEST_CASE("A search ends, also among flights lower than rounding and where only tiny stretches are seen") {
    const double zone = gap_zone({0, 0, 1});
    for (double up = 1e-3; up > 1e-14; up /= 3) {
        CAPTURE(up);
        GivenMotion flight({[=](double t) { return std::pair(up * t - 5 * t * t, up - 10 * t); }}, 1, 1);
        const FirstImpact first = move_to_first_impact(flight, 1, 1);
        CHECK(flight.looks < 200);
        CHECK(first.kind != FirstImpact::Kind::none);
        // Its height is up^2/20, and its rounding moves the time by a zone over the rate.
        if (up * up / 20 < 16 * zone) continue;
        CHECK(first.kind == FirstImpact::Kind::impact);
        CHECK(std::abs(first.time - up / 5) < zone / up);
    }
    // An integrator that takes many steps in every stretch of more than 1e-9 s.
    GivenMotion slow({[](double) { return std::pair(1.0, 0.0); }}, 1, 1e-9);
    CHECK(move_to_first_impact(slow, 1, 1).kind == FirstImpact::Kind::lost);
}

// The fourth derivative is small where the interpolant is off by 9e-7, 4 times the zone: the gap is closed by 2e-11 for 2e-5 s.
TEST_CASE("A gap that closes where the error of its interpolant is underestimated is not missed") {
    const KnownRoots dips{3.1596811219818046,
                          -0.84673011525571051,
                          1.9538240405171423,
                          5.4535899140008484,
                          3.7348910218896023,
                          {0, 0.056538949389177161, 0.056562484624664566},
                          {}};
    GivenMotion motion({dips}, dips.scale, 0.3);
    CHECK(move_to_first_impact(motion, 0.99872531938727793, 0.99872531938727793).kind != FirstImpact::Kind::none);
    CHECK(motion.now() < dips.roots[2]);
}

}  // namespace cchnn
