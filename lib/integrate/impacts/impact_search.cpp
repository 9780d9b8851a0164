#include "integrate/impacts/impact_search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

namespace cchnn {
namespace {

// A polynomial on [0, 1], of degree 5 at most, by its Bernstein coefficients: its values lie between the smallest and the
// largest of them. Every gap of every stretch makes some, so that they allocate nothing.
class Bernstein {
  public:
    Bernstein(std::initializer_list<double> coefficients) : size_(coefficients.size()) {
        std::copy(coefficients.begin(), coefficients.end(), b_.begin());
    }
    double smallest() const { return *std::min_element(b_.begin(), end()); }
    double largest() const { return *std::max_element(b_.begin(), end()); }
    double first() const { return b_[0]; }
    double last() const { return b_[size_ - 1]; }
    bool falls() const { return std::is_sorted(b_.begin(), end(), std::greater<>()); }

    // The parts before and after `at`, by de Casteljau's algorithm.
    std::array<Bernstein, 2> split(double at) const {
        std::array<Bernstein, 2> parts{*this, *this};
        std::array<double, 6> rest = b_;
        for (std::size_t n = size_; n > 0; --n) {
            parts[0].b_[size_ - n] = rest[0];
            parts[1].b_[n - 1] = rest[n - 1];
            for (std::size_t i = 0; i + 1 < n; ++i) rest[i] += at * (rest[i + 1] - rest[i]);
        }
        return parts;
    }
    double at(double t) const { return split(t)[0].last(); }

  private:
    std::array<double, 6>::const_iterator end() const { return b_.begin() + static_cast<long>(size_); }

    std::array<double, 6> b_{};
    std::size_t size_;
};

constexpr int deepest = 40;                    // halvings of a stretch
constexpr double unresolved_margin = 0x1p-10;  // of the largest value

// The start of the first piece of [from, from + width] in which the polynomial may be at most `level`; 2 without one.
double first_low(const Bernstein& p, double level, double from, double width, int depth) {
    if (p.smallest() > level) return 2;
    if (depth == deepest || p.first() <= level) return from;
    const auto [left, right] = p.split(0.5);
    const double low = first_low(left, level, from, width / 2, depth + 1);
    return low <= 1 ? low : first_low(right, level, from + width / 2, width / 2, depth + 1);
}

// The end of the first piece after `from` at whose end the polynomial is below -level; 2 without one.
double first_below(const Bernstein& p, double level, double from, double width, int depth) {
    if (p.smallest() > -level) return 2;
    if (p.first() < -level) return from;
    if (depth == deepest) return p.last() < -level ? from + width : 2;
    const auto [left, right] = p.split(0.5);
    const double low = first_below(left, level, from, width / 2, depth + 1);
    return low <= 1 ? low : first_below(right, level, from + width / 2, width / 2, depth + 1);
}

// (1) on the unit interval: values and rates times the length of the stretch.
Bernstein quintic(const Gap& start, const Gap& middle, const Gap& end, double length) {
    const double b0 = start.value, b1 = b0 + start.rate * length / 5;
    const double b5 = end.value, b4 = b5 - end.rate * length / 5;
    const double sum = (32 * middle.value - b0 - 5 * b1 - 5 * b4 - b5) / 10;
    const double difference = (3.2 * middle.rate * length + b0 + 3 * b1 - 3 * b4 - b5) / 2;
    return {b0, b1, (sum - difference) / 2, (sum + difference) / 2, b4, b5};
}

double in_the_middle(const Gap& start, const Gap& end, double length) {
    return (start.value + end.value) / 2 + (start.rate - end.rate) * length / 8;
}

double unseen_of(const Gap& middle, const Gap& end) { return std::fmax(middle.unseen, end.unseen); }

// (2)
double error_of(const Bernstein& p, const Gap& start, const Gap& middle, const Gap& end, double length) {
    const double early = std::abs(p.at(0.25) - in_the_middle(start, middle, length / 2));
    const double late = std::abs(p.at(0.75) - in_the_middle(middle, end, length / 2));
    return std::max({early, late, std::abs(middle.value - in_the_middle(start, end, length)) / 16}) +
           unseen_of(middle, end);
}

// (P(t) - P(0)) / t, of one degree less.
Bernstein divided(const Gap& start, const Gap& middle, const Gap& end, double length) {
    const double b0 = start.value, b1 = start.rate * length / 5;
    const double b5 = end.value - b0, b4 = b5 - end.rate * length / 5;
    const double sum = (32 * (middle.value - b0) - 5 * b1 - 5 * b4 - b5) / 10;
    const double difference = (3.2 * middle.rate * length + 3 * b1 - 3 * b4 - b5) / 2;
    const double b2 = (sum - difference) / 2, b3 = (sum + difference) / 2;
    return {5 * b1, 2.5 * b2, 5 * b3 / 3, 1.25 * b4, b5};
}

double root_between(const Bernstein& p, double low, double high) {
    for (int i = 0; i < 60; ++i) {
        const double between = (low + high) / 2;
        (p.at(between) > 0 ? low : high) = between;
    }
    return (low + high) / 2;
}

}  // namespace

namespace {

// Whether a gap is so large that it is clear without a look at P. Apart from the straight line from start to end, the values
// are m in the middle, and the rates at most r. Values have weights of 0 to 1, and rates at most 0.2 h in P, h/8 in cubics:
// P and cubics are within m + 0.2 h r of the line, and E is at most m + 0.325 h r and what is unseen.
bool is_far(const Gap& start, const Gap& middle, const Gap& end, double length) {
    const double slope = (end.value - start.value) / length,
                 bend = std::abs(middle.value - (start.value + end.value) / 2);
    const double turn =
        std::max({std::abs(start.rate - slope), std::abs(middle.rate - slope), std::abs(end.rate - slope)});
    const double most = bend + 0.325 * length * turn;
    const Gap largest{0, 0, std::max({start.scale, middle.scale, end.scale})};
    return std::min(start.value, end.value) > 4 * most + 2 * unseen_of(middle, end) + gap_zone(largest) +
                                                  unresolved_margin * (std::max(start.value, end.value) + most);
}

}  // namespace

GapStretch examine(const Gap& start, const Gap& middle, const Gap& end, double length) {
    if (is_far(start, middle, end, length)) return {GapStretch::Kind::clear, length, length, length, false, false};
    const Bernstein whole = quintic(start, middle, end, length);
    const double error = error_of(whole, start, middle, end, length);
    const Gap largest{0, 0, std::max({start.scale, middle.scale, end.scale})};
    const bool resolved = error <= gap_zone(largest);
    if (start.value <= gap_zone(largest) && start.rate < 0)
        return {GapStretch::Kind::falls, 0, std::max(0.0, -start.value / start.rate), length, resolved, true};
    const double width = 2 * error + gap_zone(largest);
    const bool grows = start.value <= width && start.rate > 0;
    // The error of P(t) - P(0) divided by t is at most 6 times that of P.
    const Bernstein p = grows ? divided(start, middle, end, length) : whole;
    const double level = (grows ? 6 : 1) * width;
    double clear = first_low(p, level, 0, 1, 0);
    if (clear > 1) {
        if (!resolved) clear = first_low(p, level + unresolved_margin * p.largest(), 0, 1, 0);
        if (clear > 1) return {GapStretch::Kind::clear, length, length, length, resolved, false};
        return {GapStretch::Kind::unsure, clear * length, length, length, false, false};
    }
    const bool descending = end.rate < 0 && end.value <= 2 * level;
    GapStretch stretch{GapStretch::Kind::unsure, clear * length, length, length, resolved, descending};
    const double below = first_below(p, level, 0, 1, 0);
    if (below > 1) return stretch;
    // The part of P between the two places falls everywhere, or it may have several roots.
    const Bernstein part = p.split(below)[0].split(clear / below)[1];
    if (!part.falls()) return stretch;
    stretch.kind = GapStretch::Kind::falls;
    stretch.falls_at = root_between(p, clear, below) * length;
    stretch.closed = below * length;
    return stretch;
}

namespace {

// Looks for the first impact stretch by stretch.
class Search {
  public:
    Search(GapMotion& motion, double span, double length)
        : motion_(motion), span_(span), length_(length), full_(length), longest_(2 * length) {}

    FirstImpact run() {
        for (long stretches = 0; stretches < most_stretches; ++stretches)
            if (const Found found = next()) return *found;
        return end(Kind::lost, 0);
    }

  private:
    using Found = std::optional<FirstImpact>;
    using Kind = FirstImpact::Kind;
    // Shorter stretches than this part of the first one are not cut again.
    static constexpr double shortest = 1e-13;
    // More are too many steps, also where each of them is short.
    static constexpr long most_stretches = 200'000;

    double left() const { return span_ - done_; }
    static double open_until(const GapStretch& stretch) {
        return stretch.kind == GapStretch::Kind::falls ? stretch.falls_at : stretch.clear;
    }
    void go(double time) {
        motion_.move(time);
        done_ += time;
    }
    FirstImpact end(Kind kind, int contact) const { return {kind, done_, contact}; }
    Found cut(Kind otherwise, int contact) {
        length_ /= 2;
        if (length_ > shortest * full_) return {};
        return end(otherwise, contact);
    }

    // One stretch: moves on, ends, or makes the next one shorter.
    Found next() {
        if (!motion_.look(length_, middle_, end_)) {
            longest_ = length_ / 2;
            return cut(Kind::lost, 0);
        }
        const std::vector<Gap>& start = motion_.present();
        int which = 0;
        double sure_until = std::numeric_limits<double>::infinity();  // of gaps that may close and open again
        GapStretch first{GapStretch::Kind::clear, length_, length_, length_, true, false};
        for (std::size_t i = 0; i < start.size(); ++i) {
            const GapStretch stretch = examine(start[i], middle_[i], end_[i], length_);
            if (stretch.kind == GapStretch::Kind::unsure) sure_until = std::min(sure_until, stretch.clear);
            if (!(open_until(stretch) < open_until(first))) continue;
            first = stretch;
            which = static_cast<int>(i);
        }
        if (open_until(first) >= left()) return reach_end(length_ == left());
        switch (first.kind) {
            case GapStretch::Kind::clear: return pass(first.clear);
            case GapStretch::Kind::falls: return impact(which, first, sure_until);
            case GapStretch::Kind::unsure: break;
        }
        return unsure(which, first);
    }

    // `seen`: the last look was at the end of the span.
    Found reach_end(bool seen) {
        if (!seen && !motion_.look(left(), middle_)) return cut(Kind::lost, 0);
        const double rest = left();
        motion_.move(rest);
        return FirstImpact{Kind::none, span_, 0};
    }
    Found pass(double time) {
        go(time);
        length_ = std::min(2 * length_, full_);
        too_long_ = std::numeric_limits<double>::infinity();
        return {};
    }
    // Goes to just before a place where a gap may close.
    bool approach(double time) {
        if (time < length_ / 64 || !motion_.look(0.9 * time, middle_)) return false;
        go(0.9 * time);
        return true;
    }
    Found unsure(int contact, const GapStretch& stretch) {
        const bool nearer = (!stretch.resolved || stretch.descending) && approach(stretch.clear);
        if (!stretch.resolved) {
            too_long_ = std::min(too_long_, length_);
            return cut(Kind::grazing, contact);
        }
        // The gap enters the zone at the end of the stretch: the next one ends later, but before those that were not resolved,
        // and those in which it did not close.
        if (nearer) return {};
        const double longer = std::min(1.5 * length_, (length_ + too_long_) / 2);
        if (!stretch.descending || longer > longest_ || longer < 1.02 * length_) return end(Kind::grazing, contact);
        length_ = longer;
        return {};
    }

    // Newton's method on the gap of the integrated motion, until it does not come nearer to 0.
    bool close(int contact, GapStretch& stretch) {
        double nearest = std::numeric_limits<double>::infinity();
        // Of the stretch: at a place near the origin of space lengths may be as small as the gap.
        Gap size{0, 0, 0};
        for (const std::vector<Gap>* const gaps : {&motion_.present(), &std::as_const(middle_), &std::as_const(end_)})
            size.scale = std::max(size.scale, (*gaps)[static_cast<std::size_t>(contact)].scale);
        const double least = 0x1p-60 * length_;
        double time = std::max(stretch.falls_at, least);
        for (int i = 0; i < 12; ++i) {
            if (!motion_.look(time, middle_)) return false;
            const Gap& gap = middle_[static_cast<std::size_t>(contact)];
            if (std::abs(gap.value) < nearest) stretch.falls_at = time;
            if (std::abs(gap.value) >= nearest || std::abs(gap.value) <= 0x1p-54 * gap.scale) break;
            nearest = std::abs(gap.value);
            if (!(gap.rate < 0)) return false;
            const double next = std::clamp(time - gap.value / gap.rate, least, stretch.closed);
            if (next == time) break;
            time = next;
        }
        if (!motion_.look(stretch.falls_at, middle_)) return false;
        // Where P was off by more than E, the motion is not there yet, or does not fall through the zone.
        const Gap& closed = middle_[static_cast<std::size_t>(contact)];
        return std::abs(closed.value) <= gap_zone(size) &&
               -closed.rate * (stretch.closed - stretch.falls_at) > gap_zone(closed) / 4;
    }
    // The contact that has closed most until a time, or -1 if none has closed beyond rounding.
    int closed_before(int contact) const {
        int worst = -1;
        double deepest_gap = 0;
        for (std::size_t i = 0; i < middle_.size(); ++i) {
            if (static_cast<int>(i) == contact || middle_[i].value >= -gap_zone(middle_[i])) continue;
            if (middle_[i].value < deepest_gap) worst = static_cast<int>(i);
            deepest_gap = std::min(deepest_gap, middle_[i].value);
        }
        return worst;
    }
    Found impact(int contact, GapStretch stretch, double sure_until) {
        for (std::size_t tries = 0; tries <= middle_.size(); ++tries) {
            if (!close(contact, stretch)) {
                too_long_ = std::min(too_long_, length_);
                return cut(Kind::grazing, contact);
            }
            const int other = closed_before(contact);
            if (other < 0) break;
            const Gap& gap = middle_[static_cast<std::size_t>(other)];
            if (gap.rate >= 0 || tries == middle_.size()) return cut(Kind::grazing, other);
            contact = other;
            stretch.closed = stretch.falls_at;
            stretch.falls_at = std::clamp(stretch.falls_at - gap.value / gap.rate, 0.0, stretch.closed);
        }
        if (stretch.falls_at > sure_until) return cut(Kind::grazing, contact);
        // An impact at the end of the span belongs to the next one, which begins there.
        if (stretch.falls_at >= left() * (1 - 0x1p-50)) return reach_end(false);
        go(stretch.falls_at);
        return end(Kind::impact, contact);
    }

    GapMotion& motion_;
    const double span_;
    double done_ = 0, length_;
    const double full_;
    double longest_, too_long_ = std::numeric_limits<double>::infinity();
    std::vector<Gap> middle_, end_;
};

}  // namespace

bool all_open(const std::vector<ContactGap>& gaps, const InitialState& state) {
    return std::all_of(gaps.begin(), gaps.end(), [&](const ContactGap& one) {
        const Gap gap = one.function.at(state);
        return gap.value > gap_zone(gap);
    });
}

FirstImpact move_to_first_impact(GapMotion& motion, double span, double length) {
    return Search(motion, span, length).run();
}

}  // namespace cchnn
