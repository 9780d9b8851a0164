#pragma once
// How Follower finds the events of contacts within a step: a part of make_motion.hpp. A gap g over a step of length h
// is seen through its quintic, which has g, g' and g'' at both ends, and Bernstein coefficients c_i, between the
// largest and smallest of which it lies.
//
//   (1)  c = g, g + h g'/5, g + 2 h g'/5 + h^2 g''/20, and the same from the other end
//   (2)  |g - quintic| <= E, the largest difference of c_2 and c_3 from those of the cubic without g''. This is
//        h^4 g/240, while the error is at most h^6 g''/46080: E is too large as long as the quintic is any good
//   (3)  no event if all c_i > E, or if g rises, or falls and ends open; one if g falls and ends closed:
//        |c_{i+1} - c_i| > 0.8 E for all i, since the derivative of the error is at most 3.5 E. Else the step is
//        halved. An impact leaves g off 0 by the rounding of an integration, so that a g that rises is open
//   (4)  of a contact that opened at the start with g' = 0, and perhaps g'' = 0, c_0 to c_1 or c_2 are 0 and the others
//        rise: the derivative of the error over t, or t^2, is at most 14 E, or 192 E
//
// An event is located on the integrated motion, by secants, to the rounding of the number type. Closed contacts are
// looked at in quarters of a step. Where the law of impacts does not say what follows, `why_` does; the motion ends.

#include "judge/follower/follower.hpp"

namespace cchnn::judge {

// Bounces that rise no higher, relative to the size of places, are at rest. A start is stored in doubles and may be
// `touching` off.
inline constexpr double rest = 1e-14, touching = 1e-12;
inline constexpr int most_halvings_to_event = 90;

template <class S>
typename Follower<S>::Moment Follower<S>::moment() {
    Moment made{y_, std::vector<S>(y_.size()), {}};
    equations_.field(made.y, made.rate);
    for (std::size_t k = 0; k < contacts_.size(); ++k) made.gaps.push_back(equations_.gap(k, made.y, made.rate));
    return made;
}

// To the state `time` after a moment of the current step.
template <class S>
bool Follower<S>::go(const Moment& from, const S& time) {
    y_ = from.y;
    equations_.choose_rows(y_);
    double step = static_cast<double>(time);
    on_the_way_ = true;
    const bool arrived = advance(time, step);
    on_the_way_ = false;
    if (!arrived) why_ = "no step leads to an event";
    return arrived;
}

// Where value() of the state falls below 0, between the times low and high after a moment.
template <class S>
template <class F>
S Follower<S>::crossing(const Moment& from, S low, S high, const S& small, const F& value) {
    if (!go(from, high)) return high;
    S t0 = high, f0 = value();
    if (!go(from, low)) return low;
    S t1 = low, f1 = value();
    while (f1 > small || f1 < -small) {
        if (t1 == low && f1 < S(0)) break;  // it is below from the start on
        S next = t1 - f1 * (t1 - t0) / (f1 - f0);
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (!(next > low && next < high) || !go(from, next)) break;
        t0 = t1;
        f0 = f1;
        t1 = next;
        f1 = value();
        (f1 > S(0) ? low : high) = t1;
    }
    return t1;
}

template <class S>
typename Follower<S>::Sight Follower<S>::sight(Gap a, const Gap& b, const S& h, int opened) const {
    for (int i = 0; i < opened; ++i) a[i] = 0;
    const S va = h * a[1], vb = h * b[1], aa = h * h * a[2], ab = h * h * b[2], rise = b[0] - a[0];
    const std::array<S, 6> c{a[0],  // (1)
                             a[0] + va / 5, a[0] + 2 * va / 5 + aa / 20, b[0] - 2 * vb / 5 + ab / 20, b[0] - vb / 5,
                             b[0]};
    const S error =
        std::max(magnitude<S>(aa - 6 * rise + 4 * va + 2 * vb), magnitude<S>(ab + 6 * rise - 2 * va - 4 * vb)) / 20;
    if (*std::min_element(c.begin(), c.end()) > error + rounding_of(b)) return Sight::clear;
    static constexpr double of_error[] = {0.8, 0.8, 2.8, 39};  // (3), (4)
    bool rises = true, falls = opened == 0;
    for (int i = std::max(opened - 1, 0); i < 5; ++i) {
        rises = rises && c[i + 1] - c[i] > S(of_error[opened]) * error;
        falls = falls && c[i] - c[i + 1] > S(of_error[opened]) * error;
    }
    if (rises || (falls && b[0] >= S(0))) return Sight::clear;
    return falls ? Sight::closes : Sight::unclear;
}

// The time of the first impact between two moments, `time` apart; y_ is the state then, and event_ the contact.
template <class S>
std::optional<S> Follower<S>::first_impact(const Moment& a, const Moment& b, const S& time, bool at_start, int depth) {
    bool unclear = false;
    std::vector<std::size_t> closing;
    for (std::size_t k = 0; k < contacts_.size() && !unclear; ++k) {
        if (equations_.is_closed(k)) continue;
        const Sight seen = sight(a.gaps[k], b.gaps[k], time, at_start ? opened_[k] : 0);
        unclear = seen == Sight::unclear;
        if (seen == Sight::closes) closing.push_back(k);
    }
    std::optional<S> first;
    if (unclear) {
        const S half = time / 2;
        if (depth == 0) why_ = "the smallest gap is not significantly different from 0";
        if (depth == 0 || !go(a, half)) return first;
        const Moment middle = moment();
        first = first_impact(a, middle, half, at_start, depth - 1);
        if (first || !why_.empty()) return first;
        first = first_impact(middle, b, half, false, depth - 1);
        if (first) *first += half;
        return first;
    }
    std::vector<S> state;
    for (const std::size_t k : closing) {
        const S at = crossing(a, S(0), time, rounding_of(a.gaps[k]) / 4, [&] { return moment().gaps[k][0]; });
        if (first && *first <= at) continue;
        first = at;
        state = y_;
        event_ = k;
    }
    if (first) y_ = state;
    return first;
}

// The same of the first closed contact that no longer pushes, if one is closed.
template <class S>
std::optional<S> Follower<S>::first_opening(const Moment& a, const S& time) {
    constexpr int parts = 4;
    constexpr double small = 1e4 * epsilon<S>();
    const auto push_of = [&](std::size_t k) {
        equations_.field(y_, f_);
        return equations_.push(k).value_or(S(0));
    };
    std::optional<S> first;
    for (int part = 1; part <= parts && !first; ++part)
        for (std::size_t k = 0; k < contacts_.size(); ++k) {
            if (!equations_.is_closed(k)) continue;
            if (!go(a, time * part / parts)) return first;
            if (push_of(k) >= S(-small)) continue;
            const S at =
                crossing(a, time * (part - 1) / parts, time * part / parts, S(small), [&] { return push_of(k); });
            if (first && *first <= at) continue;
            first = at;
            event_ = k;
        }
    if (first) go(a, *first);
    return first;
}

// Goes back to the first event of a step that has been taken, if there is one, and lets it happen. Returns the time
// that has passed.
template <class S>
S Follower<S>::meet_contacts(const Moment& before, const S& time) {
    const Moment end = moment();
    const std::optional<S> hit = first_impact(before, end, time, true, most_halvings_to_event);
    const std::size_t contact = event_;
    const std::vector<S> state = hit ? y_ : end.y;
    const std::optional<S> opening = first_opening(before, hit.value_or(time));
    if (!why_.empty()) return time;
    std::fill(opened_.begin(), opened_.end(), 0);
    if (opening) open(event_, 3);
    else y_ = state;
    equations_.choose_rows(y_);
    if (hit && !opening) impact(contact);
    if (hit || opening) settle();
    return opening ? *opening : hit.value_or(time);
}

// The impact of contact k, whose gap is 0 and falls.
template <class S>
void Follower<S>::impact(std::size_t k) {
    const Moment before = moment();
    std::vector<bool> pulled(contacts_.size(), false);
    S restitution = contacts_[k].restitution;
    Moment after = before;
    for (bool again = true; again;) {
        std::optional<std::size_t> pulls;
        y_ = before.y;
        if (!equations_.impact(k, restitution, y_, pulls)) {
            why_ = "a contact closes that others hold";
            return;
        }
        if (pulls) {
            open(*pulls, 0);
            pulled[*pulls] = true;
        } else {
            after = moment();
        }
        const bool rests = !pulls && restitution > S(0) && is_at_rest(after.gaps[k], rest);
        if (rests) restitution = 0;
        again = pulls || rests;
    }
    for (std::size_t j = 0; j < contacts_.size(); ++j) {
        if (j == k || pulled[j] || equations_.is_closed(j) || before.gaps[j][0] > 50 * rounding_of(before.gaps[j]))
            continue;
        if (magnitude<S>(after.gaps[j][1] - before.gaps[j][1]) > S(1e-9) * magnitude(before.gaps[k][1]))
            why_ = "impacts at the same time act on each other";
    }
    if (restitution == S(0)) close(k);
    // What was pulled off may come back at once, as the feet of a block that rocks ever less.
    for (std::size_t j = 0; j < contacts_.size(); ++j)
        if (pulled[j] && is_at_rest(moment().gaps[j], rest)) close(j);
}

// Whether a gap of 0 that opens at this rate falls back before it is `share` of the size of places wide.
template <class S>
bool Follower<S>::is_at_rest(const Gap& gap, double share) const {
    return gap[2] < S(0) && gap[1] * gap[1] <= 2 * share_of(gap, share) * -gap[2];
}

template <class S>
void Follower<S>::close(std::size_t k) {
    equations_.set_closed(k, true);
    if (!project()) why_ = "a contact cannot stay closed";
}

// `zeros`: how many of g, g' and g'' are 0, if the rate is.
template <class S>
void Follower<S>::open(std::size_t k, int zeros) {
    equations_.set_closed(k, false);
    equations_.choose_rows(y_);
    opened_[k] = zeros;
}

// Closed contacts open that would have to pull, one after another since each changes the others.
template <class S>
bool Follower<S>::settle() {
    for (std::optional<std::size_t> pulls; why_.empty(); pulls.reset()) {
        equations_.field(y_, f_);
        S least = -1e4 * epsilon<S>();
        for (std::size_t k = 0; k < contacts_.size(); ++k) {
            if (!equations_.is_closed(k)) continue;
            const std::optional<S> push = equations_.push(k);
            if (!push) why_ = "a contact is closed that others hold";
            if (!push || *push >= least) continue;
            least = *push;
            pulls = k;
        }
        if (!pulls) break;
        open(*pulls, 2);
    }
    return why_.empty();
}

// Contacts that touch at the start and neither close nor open, up to rounding, are closed if something presses them
// together; since others may do so, those come first.
template <class S>
bool Follower<S>::start_contacts() {
    for (bool again = true; again && why_.empty();) {
        again = false;
        const Moment now = moment();
        for (std::size_t k = 0; k < contacts_.size() && !again; ++k) {
            const Gap& gap = now.gaps[k];
            if (gap[0] < -share_of(gap, touching)) why_ = "a gap is negative at the start";
            again = !equations_.is_closed(k) && gap[0] <= share_of(gap, touching) && is_at_rest(gap, touching);
            if (again) close(k);
        }
    }
    const Moment now = moment();
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        Gap gap = now.gaps[k];
        gap[2] = -gap[2];
        if (gap[0] <= share_of(gap, touching) && is_at_rest(gap, touching)) opened_[k] = 2;
    }
    return settle();
}

}  // namespace cchnn::judge
