#pragma once
// Where the gradients are that no constant vector or separation gives: of bodies that roll (kernels/rolling_terms.hpp)
// of points on curves (kernels/track_terms.hpp), and of ropes (kernels/rope_terms.hpp).

#include <array>
#include <memory>
#include <vector>

#include "elements/parts/constants.hpp"

namespace cchnn {

class Curve;

// Indices of terms and slots in the pools of RowValues.
template <class C>
struct RollingTerm {
    int term, slot, rate_slot;
    C radius;
    std::array<C, 3> across, up;
    RollingTerm(int t, const C& r, const std::array<C, 3>& a, const std::array<C, 3>& u)
        : term(t), slot(0), rate_slot(0), radius(r), across(a), up(u) {}
    template <class B>
    explicit RollingTerm(const RollingTerm<B>& from)
        : term(from.term),
          slot(from.slot),
          rate_slot(from.rate_slot),
          radius(converted<C>(from.radius)),
          across(converted<C>(from.across)),
          up(converted<C>(from.up)) {}
};
template <class C>
struct UprightTerms {
    std::array<int, 2> term, slot, rate_slot;
    std::array<C, 3> up;
    UprightTerms(const std::array<int, 2>& t, const std::array<C, 3>& u) : term(t), slot{}, rate_slot{}, up(u) {}
    template <class B>
    explicit UprightTerms(const UprightTerms<B>& from)
        : term(from.term), slot(from.slot), rate_slot(from.rate_slot), up(converted<C>(from.up)) {}
};

template <class C>
struct RollingTerms {
    std::vector<RollingTerm<C>> rolling;
    std::vector<UprightTerms<C>> upright;
    bool empty() const { return rolling.empty() && upright.empty(); }

    RollingTerms() = default;
    template <class B>
    explicit RollingTerms(const RollingTerms<B>& from)
        : rolling(converted<RollingTerm<C>>(from.rolling)), upright(converted<UprightTerms<C>>(from.upright)) {}
    template <class Action>
    void each_number(Action&& action) {
        for (RollingTerm<C>& t : rolling) {
            action(t.radius);
            for (C& c : t.across) action(c);
            for (C& c : t.up) action(c);
        }
        for (UprightTerms<C>& u : upright)
            for (C& c : u.up) action(c);
    }
};

// One row of a point on a curve.
struct TrackTerm {
    int row, term, slot, rate_slot;
    int across;  // j
};
// One point on a curve with its rows, d-1 or fewer where some follow from others.
struct TrackTerms {
    int track;  // which s
    std::shared_ptr<const Curve> curve;
    std::vector<TrackTerm> rows;
};

// One piece of a rope; `row` is planned, `first`: whose residual has its length already.
struct RopeTerm {
    int row, term, slot, rate_slot;
    bool first;
};

}  // namespace cchnn
