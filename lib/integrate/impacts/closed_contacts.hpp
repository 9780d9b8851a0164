#pragma once
// Contacts of one trajectory that stay closed. While some of them do, the trajectory is that of a system in which their
// gaps are rows of Phi, g = 0 (mechanics/further_rows.hpp). A contact stays closed as long as it pushes:
//
//   (1)  push = n . (a - a'),   a, a' the accelerations with its row and without         [m/s^2; of an angle rad/s^2]
//   (2)  push' = n . (da/dt - da'/dt) + dn/dt . (a - a')                                 along the motion
//
// With its row g'' = 0, so that (1) is -g'' without it; it is the multiplier of the row times mu of contact_gaps.hpp. A
// push of 0 holds nothing and opens nothing: both motions are the same, and the contact stays closed. It opens where (1) is
// significantly below 0, by `pull`, more than rounding makes of 0. Rounding is that of the accelerations, and of the gap, of
// the size L, which it changes by as much during an interval between samples: L / interval^2. At an opening g, g' and g''
// are 0, and the gap grows as slowly as t^3: the contact is leaving until its gap is significantly different from 0, and so
// long -push takes the place of the gap.

#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "integrate/impacts/contact_gaps.hpp"

namespace cchnn {

// Bounces that would rise, and gaps of a start, by less than this many times what is significantly different from 0 are
// closed.
inline constexpr double lowest_bounce = 16;

// It refers to the gaps and contacts of the system; `base` is the system without further rows.
class ClosedContacts {
  public:
    enum class Touch { open, closed, leaving };
    // Of each gap, whether it is one of a set.
    using Set = std::vector<char>;

    // interval: s, between two samples.
    ClosedContacts(const std::vector<ContactGap>& gaps, const std::vector<Contact>& contacts, double interval)
        : gaps_(&gaps),
          contacts_(&contacts),
          interval_(interval),
          touch_(gaps.size(), Touch::open),
          size_(gaps.size(), 0x1p-500),
          pull_(gaps.size(), 0.0) {}

    bool any() const;
    // Of each gap.
    const std::vector<Touch>& touches() const { return touch_; }
    void set(std::size_t c, Touch touch) { touch_[c] = touch; }
    Set closed() const;
    Set touching() const;  // closed, or leaving
    // The largest scale of gap c so far, and height of its flights: its own is 0 where it closes at coordinates of 0.
    double size(std::size_t c) const { return size_[c]; }
    void grow(std::size_t c, double size) { size_[c] = std::fmax(size_[c], size); }
    // The system in which the contacts of a set are closed.
    const ConstrainedSystem& system(const ConstrainedSystem& base, const Set& set);
    // (1) and (2) of contact c beside the others of a set, along the motion with the contacts that are closed now.
    Gap push(const ConstrainedSystem& base, const Set& set, std::size_t c, const InitialState& state);
    // The direction of an impact of contact c while the others of a set stay closed.
    ImpactLaw::Direction direction(const ConstrainedSystem& base, const Set& set, std::size_t c,
                                   const InitialState& state);

    // Puts pushes in the place of the gaps of contacts that are not open.
    void watch(const ConstrainedSystem& base, const InitialState& state, std::vector<Gap>& gaps);
    // Those that are leaving are open where their gaps are.
    void open_where_clear(const std::vector<Gap>& gaps);
    // Decides which contacts of a set stay closed, of those that closed now with rates of 0; the others leave. Returns -1,
    // or a contact of which this is not determined: its row depends on others.
    int settle(const ConstrainedSystem& base, const InitialState& state, const Set& wanted);
    // The contacts of a set without those that the impacts of others would have to pull.
    Set pressed(const ConstrainedSystem& base, Set set, const std::vector<std::size_t>& closing,
                const InitialState& state);

  private:
    const GapFunction& gap(std::size_t c) const { return (*gaps_)[c].function; }

    const std::vector<ContactGap>* gaps_;
    const std::vector<Contact>* contacts_;
    double interval_;
    std::vector<Touch> touch_;
    std::vector<double> size_;                                         // more than 0, also if all scales are 0
    std::vector<double> pull_;                                         // m/s^2, with which a closed contact opens
    std::map<Set, std::shared_ptr<const ConstrainedSystem>> systems_;  // of each set so far
};

// Whether a gap neither opens nor closes, to rounding.
bool is_still(const GapFunction& gap, const InitialState& state, int dimension);

}  // namespace cchnn
