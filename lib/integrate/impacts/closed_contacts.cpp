#include "integrate/impacts/closed_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/to_size.hpp"
#include "integrate/impacts/closed_row.hpp"
#include "integrate/impacts/impact_search.hpp"
#include "integrate/kernel_door.hpp"
#include "integrate/kernel_state.hpp"
#include "mechanics/further_rows.hpp"

namespace cchnn {
namespace {

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

// The accelerations in dz/dt, and their derivatives in d2z/dt2.
Vector accelerations(const ConstrainedSystem& system, const Vector& rate) {
    Vector a(to_size(system.state_size()));
    system.velocity(rate.data() + a.size(), a.data());
    return a;
}
Vector field(const ConstrainedSystem& system, const Vector& z) {
    Vector rate(z.size());
    cchnn_kernels()->vector_field(system, z, rate);
    return rate;
}
Vector field_along(const ConstrainedSystem& system, const Vector& z, const Vector& dz) {
    Vector rate(z.size());
    cchnn_kernels()->field_tangents(system, z, 1, dz, rate);
    return rate;
}
Vector difference(Vector a, const Vector& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
    return a;
}

// sum |n_i| |a_i| over nodes: its rounding is that of n . a.
double size_along(const Vector& n, const Vector& a, std::size_t dimension) {
    double size = 0;
    for (std::size_t node = 0; node < n.size(); node += dimension) {
        double weight = 0, length = 0;
        for (std::size_t i = node; i < node + dimension; ++i) {
            weight += n[i] * n[i];
            length += a[i] * a[i];
        }
        size += std::sqrt(weight * length);
    }
    return size;
}

}  // namespace

bool is_still(const GapFunction& gap, const InitialState& state, int dimension) {
    Vector n(state.x.size());
    gap.gradient(state.x.data(), n);
    const Gap here{0, 0, size_along(n, state.v, to_size(dimension))};
    return std::abs(gap.at(state).rate) <= lowest_bounce * gap_zone(here);
}

bool ClosedContacts::any() const {
    return std::any_of(touch_.begin(), touch_.end(), [](Touch touch) { return touch != Touch::open; });
}

ClosedContacts::Set ClosedContacts::closed() const {
    Set set;
    for (const Touch touch : touch_) set.push_back(touch == Touch::closed);
    return set;
}

ClosedContacts::Set ClosedContacts::touching() const {
    Set set;
    for (const Touch touch : touch_) set.push_back(touch != Touch::open);
    return set;
}

const ConstrainedSystem& ClosedContacts::system(const ConstrainedSystem& base, const Set& set) {
    if (std::count(set.begin(), set.end(), 1) == 0) return base;
    std::shared_ptr<const ConstrainedSystem>& made = systems_[set];
    if (made) return *made;
    std::vector<ConstraintRow> rows;
    for (std::size_t c = 0; c < set.size(); ++c)
        if (set[c]) rows.push_back(closed_row((*contacts_)[to_size((*gaps_)[c].contact)], gap(c).limit()));
    made = with_further_rows(base, rows);
    return *made;
}

Gap ClosedContacts::push(const ConstrainedSystem& base, const Set& set, std::size_t c, const InitialState& state) {
    Set with = set, without = set;
    with[c] = 1;
    without[c] = 0;
    const ConstrainedSystem &held = system(base, with), &free = system(base, without);
    const Vector z = kernel_state(base, state), rate = field(held, z), free_rate = field(free, z);
    const Vector motion = field(system(base, closed()), z);
    const Vector a = accelerations(base, rate), free_a = accelerations(base, free_rate), more = difference(a, free_a);
    const Vector jump = difference(accelerations(base, field_along(held, z, motion)),
                                   accelerations(base, field_along(free, z, motion)));
    Vector n(state.x.size());
    gap(c).gradient(state.x.data(), n);
    const std::size_t dimension = to_size(base.dimension());
    // The rate of a gap is n . v, linear in v.
    const auto along_n = [&](const Vector& v) { return gap(c).at(state, v).rate; };
    const double length = std::fmax(size_[c], gap(c).at(state).scale);
    return {along_n(more), along_n(jump) + dot(gap(c).gradient_rate(state.x, state.v), more),
            size_along(n, a, dimension) + size_along(n, free_a, dimension) + length / (interval_ * interval_)};
}

ImpactLaw::Direction ClosedContacts::direction(const ConstrainedSystem& base, const Set& set, std::size_t c,
                                               const InitialState& state) {
    const ConstrainedSystem& held = system(base, set);
    std::shared_ptr<const ConstrainedSystem> chosen;
    if (&held != &base && held.row_selection_monitor())
        chosen = held.row_selection_monitor()->reselected(held, state.x.data(), state.s.data());
    return ImpactLaw(chosen ? *chosen : held).direction(state, gap(c));
}

void ClosedContacts::watch(const ConstrainedSystem& base, const InitialState& state, std::vector<Gap>& gaps) {
    const Set now = closed();
    for (std::size_t c = 0; c < gaps.size(); ++c) {
        if (touch_[c] == Touch::open) continue;
        Gap& gap = gaps[c] = push(base, now, c, state);
        if (touch_[c] == Touch::closed) gap.value += pull_[c];
        else gap = {-gap.value, -gap.rate, gap.scale};
    }
}

void ClosedContacts::open_where_clear(const std::vector<Gap>& gaps) {
    for (std::size_t c = 0; c < gaps.size(); ++c)
        if (touch_[c] == Touch::leaving && gaps[c].value > gap_zone(gaps[c]) && gaps[c].rate > 0)
            touch_[c] = Touch::open;
}

int ClosedContacts::settle(const ConstrainedSystem& base, const InitialState& state, const Set& wanted) {
    constexpr double dependent = 1e-12;  // rounding of mu, relative to that without constraints
    Set set(wanted.size(), 0);
    for (std::size_t c = 0; c < wanted.size(); ++c) {
        if (!wanted[c]) continue;
        const ImpactLaw::Direction allowed = direction(base, set, c, state);
        if (!(allowed.mu > dependent * allowed.free)) return static_cast<int>(c);
        set[c] = 1;
    }
    // Of those that would have to pull, the one that would pull most opens, and the others are looked at again.
    for (int pulls = 0; pulls >= 0;) {
        pulls = -1;
        double most = 0;
        for (std::size_t c = 0; c < set.size(); ++c) {
            if (!set[c]) continue;
            const Gap one = push(base, set, c, state);
            if (one.value >= -gap_zone(one) || one.value / one.scale >= most) continue;
            pulls = static_cast<int>(c);
            most = one.value / one.scale;
        }
        if (pulls >= 0) set[to_size(pulls)] = 0;
    }
    for (std::size_t c = 0; c < set.size(); ++c) {
        if (!wanted[c]) continue;
        pull_[c] = lowest_bounce * gap_zone(push(base, set, c, state));
    }
    for (std::size_t c = 0; c < set.size(); ++c)
        if (wanted[c]) touch_[c] = set[c] ? Touch::closed : Touch::leaving;
    return -1;
}

ClosedContacts::Set ClosedContacts::pressed(const ConstrainedSystem& base, Set set,
                                            const std::vector<std::size_t>& closing, const InitialState& state) {
    constexpr double rounding = 1e-12;
    for (bool again = true; again;) {
        again = false;
        for (std::size_t c = 0; c < set.size(); ++c) {
            if (!set[c]) continue;
            Set others = set;
            others[c] = 0;
            const ImpactLaw::Direction own = direction(base, others, c, state);
            for (const std::size_t other : closing) {
                const ImpactLaw::Direction impact = direction(base, others, other, state);
                if (dot(own.n, impact.change) > rounding * std::sqrt(own.mu * impact.mu)) set[c] = 0;
            }
            again = again || !set[c];
        }
    }
    return set;
}

}  // namespace cchnn
