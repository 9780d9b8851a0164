#pragma once
// Bounds steps so that they miss no narrow feature of the system. An error estimate uses only the values of the field
// at the stages of a step. A bump of a curve, a magnet, or a small heavy body between two stages is invisible to it,
// and to the other solutions of an error bound. Therefore steps are bounded by the geometry of the system, too:
//
//   (1)  a point on a curve goes at most as far as the cells there allow    elements/parts/curve/curve_cells.hpp (4)
//   (2)  |r_new - r| <= min(|r|, |r_new|) for the separation r from each centre of a force        kernels/passage.hpp
//   (3)  potentials, fields, inputs and moves of Origins that are formulas are smooth on it           formula_sight.hpp
//   (4)  no velocity passes zero where a derivative of a force jumps there, as of Drag            mechanics/reversals.hpp
//   (5)  (1) to (4) must hold for the step from z to z_new, (1), (2) and (4) also for the displacement h dz/dt from its
//        start: a point that turns back within a step goes no farther than that; (3) uses v at both ends
//
// Steps shorter than `shortest` are always admitted: at a kink or at a centre itself no step is short enough, and there
// the error estimate reacts. Only a kink in the displacement of an Origin admits no step: it is an impulse, which no
// step integrates, and the trajectory ends. Systems without curves, centres, formulas and Drag skip all of this.
//
// Lanes are examined one by one, or by operations that act lane by lane: the decision for one trajectory does not
// depend on its neighbours. LaneDriver, ReselectingIntegrator and TangentFlow own one each; fixed steps use
// has_centres() alone.

#include <cmath>
#include <vector>

#include "core/to_size.hpp"
#include "elements/parts/curve/curve.hpp"
#include "elements/parts/curve/curve_cells.hpp"
#include "integrate/batch_systems.hpp"
#include "integrate/steppers/formula_sight.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/reversals.hpp"

namespace cchnn {

// Whether a step could pass the centre of a force.
inline bool has_centres(const BatchSystems& systems) {
    const std::vector<double> x(systems.like().state_size(), 0.0);
    const ConstrainedSystem& like = systems.like();
    return any_centre(like.dimension(), like.forces(), x.data()) ||
           // Members of a family may have what the nominal system has not, unless no force varies.
           (!systems.one_for_all() && !like.forces().only_constant());
}

template <class Real>
class StepLimit {
  public:
    using State = std::vector<Real>;
    using Number = Leading<Real>;

    // `shortest`: s. `rtol`: of the steps, as long as set_tolerance() gives a lane no other. The dynamics outlive this
    // object. Without `limited` it admits every step.
    StepLimit(const BatchSystems& systems, const Dynamics<Real>& dynamics, double shortest, double rtol,
              bool limited = true)
        : dynamics_(dynamics),
          shortest_(shortest),
          centres_(limited && has_centres(systems)),
          seated_(lane_count<Real>, &systems.like()),
          formulas_(limited && has_narrow_formulas(systems.like())),
          inputs_(limited && has_narrow_inputs(systems.like())),
          reversals_(limited && any_reversal(systems.like())),
          rtol_(seated_.size(), rtol),
          smooth_(inputs_ ? seated_.size() : 0, Smooth{NAN, NAN}) {
        for (const SystemTrack& track : systems.like().tracks()) {
            const CurveCells& cells = track.search->curve().cells();
            has_cells_ = has_cells_ || (limited && !cells.none());
            const double everywhere = cells.none() ? INFINITY : NAN;
            points_.push_back({CellReach(cells), Number(-everywhere), Number(everywhere)});
        }
        if (!none()) ahead_.assign(dynamics.size(), Real(0.0));
        if (formulas_ || reversals_) velocity_.assign(2 * to_size(systems.like().state_size()), Real(0.0));
    }

    bool none() const { return !centres_ && !has_cells_ && !formulas_ && !inputs_ && !reversals_; }
    // Lane l has another trajectory from here on, in a family of this member, which outlives this object. What is known
    // of the one before is forgotten: bits must not depend on it.
    void seat(int l, const ConstrainedSystem& member) {
        seated_[l] = &member;
        if (inputs_) smooth_[l] = {NAN, NAN};
    }

    void set_tolerance(int l, double rtol) { rtol_[l] = rtol; }

    // The admitted share of a step h from z before it is taken, by (5) with h dz/dt; 1 admits all of it.
    Number allowed_fraction(const State& z, const State& dzdt, const Real& h) {
        if (!centres_ && !has_cells_ && !reversals_) return Number(1.0);
        const std::size_t tracks = dynamics_.track_offset();  // x and s; momenta count for reversals, e does not
        const std::size_t moving = reversals_ ? tracks : centres_ ? dynamics_.positions() : 0;
        for (std::size_t i = 0; i < moving; ++i) ahead_[i] = z[i] + h * dzdt[i];
        for (std::size_t i = tracks; i < z.size(); ++i) ahead_[i] = z[i] + h * dzdt[i];
        return bounded_below(share_of_motion(z, ahead_, h), h);
    }
    // The admitted share of a step that was taken; below 1 it was too long and is repeated.
    Number share(const State& z, const State& z_new, const Real& h) {
        Number most = share_of_motion(z, z_new, h);
        if (formulas_) lower(most, share_of_formulas(z, z_new, h));
        if (inputs_) lower(most, share_of_inputs(z, h, sees_inputs));
        most = bounded_below(most, h);
        if (inputs_) lower(most, share_of_inputs(z, h, sees_moves));
        return most;
    }

  private:
    // A point on a curve, with the cell that each lane was in last: most steps stay in their cell and need no search.
    struct OnTrack {
        CellReach reach;
        Number low, high;
    };

    std::size_t half() const { return dynamics_.track_offset() / 2; }
    Number share_of_motion(const State& z, const State& z_new, const Real& h) {
        Number most = Number(1.0);
        if (centres_) lower(most, share_of_centres(z, z_new));
        if (has_cells_) lower(most, share_of_tracks(z, z_new));
        if (reversals_) lower(most, share_of_velocities(z, z_new, h));
        return most;
    }
    Number bounded_below(const Number& share, const Real& h) const {
        const Number least = shortest_ / leading(h);
        return select(least < Number(1.0), select(share < least, least, share), Number(1.0));
    }

    static void lower(Number& most, const Number& to) { most = select(to < most, to, most); }

    // (2). Near a centre a quarter of a step is short enough to try next.
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
        for (std::size_t i = 0; i < points_.size(); ++i) {
            OnTrack& track = points_[i];
            const Number s = leading(z[dynamics_.track_offset() + i]),
                         to = leading(z_new[dynamics_.track_offset() + i]);
            const Mask<Number> inside = s >= track.low && s <= track.high && to >= track.low && to <= track.high;
            if (!any(!inside)) continue;
            for (int l = 0; l < lane_count<Number>; ++l)
                if (!is_set(inside, l)) look(track, l, lane(s, l), lane(to, l), most);
        }
        return most;
    }
    // (1) for one lane whose step leaves its cell. `reach` is how far the curve cells allow the point to move.
    static void look(OnTrack& track, int l, double from, double to, Number& most) {
        const double way = std::fabs(to - from), reach = track.reach(from, to);
        if (reach < way) set_lane(most, l, std::fmin(lane(most, l), 0.95 * reach / way));
        const CellReach::Cell cell = track.reach.cell(from);
        set_lane(track.low, l, cell.low);
        set_lane(track.high, l, cell.high);
    }

    // (4), lane by lane. Systems with such forces have no minimal states.
    Number share_of_velocities(const State& z, const State& z_new, const Real& h) {
        const std::size_t size = velocity_.size() / 2;
        dynamics_.velocity(&z[size], velocity_.data());
        dynamics_.velocity(&z_new[size], velocity_.data() + size);
        Number most = Number(1.0);
        ends_.v.resize(size);
        ends_.v_new.resize(size);
        for (int l = 0; l < lane_count<Number>; ++l) {
            for (std::size_t i = 0; i < size; ++i) {
                ends_.v[i] = lane(leading(velocity_[i]), l);
                ends_.v_new[i] = lane(leading(velocity_[size + i]), l);
            }
            set_lane(most, l,
                     share_of_reversals(*seated_[l], ends_.v.data(), ends_.v_new.data(), lane(leading(h), l),
                                        negligible_drag * rtol_[l]));
        }
        return most;
    }

    // (3), lane by lane. The test does not tell how much too long a step is, so half of it is tried next.
    Number share_of_formulas(const State& z, const State& z_new, const Real& h) {
        dynamics_.velocity(&z[half()], velocity_.data());
        dynamics_.velocity(&z_new[half()], velocity_.data() + half());
        Number most = Number(1.0);
        for (int l = 0; l < lane_count<Number>; ++l) {
            read_ends(z, z_new, lane(leading(h), l), l);
            if (!sees_formulas(*seated_[l], ends_)) set_lane(most, l, 0.5);
        }
        return most;
    }
    // Whether inputs are smooth over a step from t, in lane l. Sixteen steps are looked at together, and remembered.
    bool are_smooth(int l, double t, double h) {
        Smooth& known = smooth_[l];
        if (t >= known.from && t + h <= known.to) return true;
        const double far = 16 * h;
        const bool far_smooth = sees_inputs(*seated_[l], t, far) && sees_moves(*seated_[l], t, far);
        if (far_smooth) known = {t, t + far};
        return far_smooth;
    }
    // The same for inputs, `sees` being sees_inputs() or sees_moves().
    template <class Sees>
    Number share_of_inputs(const State& z, const Real& h, const Sees& sees) {
        Number most = Number(1.0);
        for (int l = 0; l < lane_count<Number>; ++l) {
            const double t = lane(leading(z[dynamics_.track_offset() + seated_[l]->forces().driven.first + 1]), l),
                         length = lane(leading(h), l);
            if (!are_smooth(l, t, length) && !sees(*seated_[l], t, length)) set_lane(most, l, 0.5);
        }
        return most;
    }
    void read_ends(const State& z, const State& z_new, double h, int l) {
        const std::size_t d = seated_[l]->dimension();
        for (auto* numbers : {&ends_.x, &ends_.v, &ends_.x_new, &ends_.v_new}) numbers->resize(half());
        ends_.length = h;
        if (!seated_[l]->forces().driven.empty())
            ends_.t = lane(leading(z[dynamics_.track_offset() + seated_[l]->forces().driven.first + 1]), l);
        ends_.kinetic.assign(half() / d, 0.0);
        for (std::size_t first = 0; first < half(); first += d) {
            double before = 0, after = 0;
            for (std::size_t i = first; i < first + d; ++i) {
                ends_.x[i] = lane(leading(z[i]), l);
                ends_.x_new[i] = lane(leading(z_new[i]), l);
                ends_.v[i] = lane(leading(velocity_[i]), l);
                ends_.v_new[i] = lane(leading(velocity_[half() + i]), l);
                before += 0.5 * ends_.v[i] * lane(leading(z[half() + i]), l);
                after += 0.5 * ends_.v_new[i] * lane(leading(z_new[half() + i]), l);
            }
            ends_.kinetic[first / d] = std::fmax(std::fabs(before), std::fabs(after));
        }
    }

    const Dynamics<Real>& dynamics_;
    const double shortest_;
    const bool centres_;
    std::vector<const ConstrainedSystem*> seated_;  // the system of each lane
    const bool formulas_, inputs_, reversals_;
    // Of rtol: eps of mechanics/reversals.hpp (2). An error is then that share of a velocity near zero.
    static constexpr double negligible_drag = 0.1;
    std::vector<double> rtol_;  // of each lane
    struct Smooth {
        double from, to;  // s
    };
    std::vector<Smooth> smooth_;  // of each lane, when its inputs are known to be smooth
    bool has_cells_ = false;
    std::vector<OnTrack> points_;
    State ahead_, velocity_;  // predicted end; velocities of nodes at both ends
    StepEnds ends_;
};

}  // namespace cchnn
