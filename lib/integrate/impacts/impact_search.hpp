#pragma once
// Finds the first time at which one of several gaps closes, given their values and rates wherever asked for. No impact
// is missed because between two values a gap is known up to an error:
//
//   (1)  P(t)    quintic with the values and rates of g at the start, the middle and the end of a stretch
//   (2)  E       the largest difference between P and cubics with the same data, where it is largest: it is of order h^4,
//                the error of P of order h^6, which is smaller on stretches that the integrator passes in a few steps
//   (3)  zone    2 E + 64 u |lengths|, u = 2^-50: within it, P is not significantly different from 0
//
// What the data of a formula may have missed (Gap::unseen) is part of E.
//
// A stretch is clear where P exceeds the zone, and has an impact where P falls through it. E may be small by chance, where the
// fourth derivative changes its sign: as long as E exceeds rounding, a clear P also exceeds 2^-10 of its largest value.
// Everything else is cut and looked at again. At the start of a stretch a gap may be 0 and grow, after an impact: then P(t)/t takes the place of P.
// The impact itself is where the integrated motion closes the gap, to rounding: P only says where to look.

#include <array>
#include <cstddef>
#include <vector>

#include "integrate/impacts/contact_gaps.hpp"

namespace cchnn {

// A motion from a present state on, which the search moves to the first impact.
class GapMotion {
  public:
    GapMotion() = default;
    GapMotion(const GapMotion&) = delete;
    GapMotion& operator=(const GapMotion&) = delete;
    virtual ~GapMotion() = default;

    // The gaps of all contacts at the present state, and `time` s later; false if the motion does not reach that time.
    virtual const std::vector<Gap>& present() const = 0;
    virtual bool look(double time, std::vector<Gap>& gaps) = 0;
    // The same at time/2 and at time. False also if the stretch is so long that it takes the integrator many steps.
    virtual bool look(double time, std::vector<Gap>& middle, std::vector<Gap>& end) = 0;
    // Goes to a time that was looked at.
    virtual void move(double time) = 0;
};

// What is known of one gap on a stretch of `length` s.
struct GapStretch {
    enum class Kind { clear, falls, unsure };
    Kind kind;
    double clear;     // the gap is open after the start and before this time, s
    double falls_at;  // an estimate of when it closes; it does before `closed`
    double closed;
    bool resolved;    // the error (2) is below rounding, so that shorter stretches know nothing more
    bool descending;  // at the end of a stretch that is resolved and unsure
};
GapStretch examine(const Gap& start, const Gap& middle, const Gap& end, double length);
// The rounding of a gap, m.
inline double gap_rounding(const Gap& gap) { return 0x1p-50 * gap.scale; }
// What is not significantly different from 0, without the error of an interpolant.
inline double gap_zone(const Gap& gap) { return 64 * gap_rounding(gap); }
// Whether every gap is significantly open at a state.
bool all_open(const std::vector<ContactGap>& gaps, const InitialState& state);

// Moves a motion by `span` s, or to the first impact or grazing within it. The gaps of a start are open or growing. The first
// stretch is `length` s long, also where less of the span is left: a gap that has just closed needs time to grow.
struct FirstImpact {
    enum class Kind { none, impact, grazing, lost };  // lost: the motion does not reach the end of the span
    Kind kind;
    double time;      // s after the start
    int contact = 0;  // index
};
FirstImpact move_to_first_impact(GapMotion& motion, double span, double length);

}  // namespace cchnn
