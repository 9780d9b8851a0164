#pragma once
// Steps that pass nothing unseen. The error estimate of a step knows what its stages met: a bump of a curve, a magnet or a
// small heavy body between two stages is not there for it, nor for the second solution of an error bound. What a system
// knows of itself bounds its steps instead:
//
//   (1)  a point on a curve goes at most as far as the cells there allow        elements/parts/curve_cells.hpp, (4)
//   (2)  |r_new - r| <= min(|r|, |r_new|) for the separation r from each centre of a force        kernels/passage.hpp
//   (3)  both hold of the step, (x, s) to (x_new, s_new), and of h dz/dt from where it starts: what turns round within a
//        step comes back to where it was, but not further away than that
//
// Steps below `shortest` may do what they like: through a kink or a centre itself no step is short enough, and there the
// error estimate does know that something happened. Systems without curves and centres pay nothing.
//
// Lanes are looked at one by one, or by operations that act lane by lane: what is decided for a trajectory does not depend
// on its neighbours.

#include <vector>

#include "core/to_size.hpp"
#include "elements/parts/curve.hpp"
#include "elements/parts/curve_cells.hpp"
#include "integrate/batch_systems.hpp"
#include "mechanics/kernels/dynamics.hpp"

namespace cchnn {

// Whether a step could pass the centre of a force.
inline bool has_centres(const BatchSystems& systems) {
    AnyCentre centre;
    const std::vector<double> x(to_size(systems.like().state_size()), 0.0);
    systems.like().constants().show_centres(x.data(), x.data(), centre);
    return centre.found || !systems.one_for_all();  // members of a family may have what the nominal system has not
}

template <class Real>
class StepLimit {
  public:
    using State = std::vector<Real>;
    using Number = Leading<Real>;

    // `shortest`: s. Dynamics outlive this.
    StepLimit(const BatchSystems& systems, const Dynamics<Real>& dynamics, double shortest)
        : dynamics_(dynamics), shortest_(shortest), centres_(has_centres(systems)) {
        for (const SystemTrack& track : systems.like().tracks()) {
            const CurveCells& cells = track.search->curve().cells();
            tracks_ = tracks_ || !cells.none();
            reaches_.emplace_back(cells);
        }
        if (!none()) ahead_.assign(dynamics.size(), Real(0.0));
    }

    bool none() const { return !centres_ && !tracks_; }

    // The share of a step h from z that may be taken, by (3): 1 for all of it.
    Number share_ahead(const State& z, const State& dzdt, const Real& h) {
        if (none()) return Number(1.0);
        for (std::size_t i = 0; i < z.size(); ++i) ahead_[i] = z[i] + h * dzdt[i];
        return share(z, ahead_, h);
    }
    // Of one that was: below 1, it is too long.
    Number share(const State& z, const State& z_new, const Real& h) {
        Number most = Number(1.0);
        if (centres_) lower(most, share_of_centres(z, z_new));
        if (tracks_) lower(most, share_of_tracks(z, z_new));
        const Number least = shortest_ / leading(h);
        return select(least < Number(1.0), select(most < least, least, most), Number(1.0));
    }

  private:
    static void lower(Number& most, const Number& to) { most = select(to < most, to, most); }

    // (2); on the way to a centre a quarter of a step is short enough.
    Number share_of_centres(const State& z, const State& z_new) const {
        const Number square = dynamics_.square_passage(z, z_new);
        const Mask<Number> past = square > Number(1.0);
        if (!any(past)) return Number(1.0);
        const Number share = 0.9 / square_root(select(past, square, Number(1.0)));
        return select(past, select(share > Number(0.25), share, Number(0.25)), Number(1.0));
    }

    // (1)
    Number share_of_tracks(const State& z, const State& z_new) {
        Number most = Number(1.0);
        for (std::size_t i = 0; i < reaches_.size(); ++i) {
            const Real &s = z[dynamics_.track_offset() + i], &s_new = z_new[dynamics_.track_offset() + i];
            for (int l = 0; l < lane_count<Real>; ++l) {
                const double from = lane(s, l), to = lane(s_new, l), way = std::fabs(to - from);
                const double reach = reaches_[i](from, to);
                if (reach < way) set_lane(most, l, std::fmin(lane(most, l), 0.95 * reach / way));
            }
        }
        return most;
    }

    const Dynamics<Real>& dynamics_;
    const double shortest_;
    const bool centres_;
    bool tracks_ = false;
    std::vector<CellReach> reaches_;  // of each track
    State ahead_;
};

}  // namespace cchnn
