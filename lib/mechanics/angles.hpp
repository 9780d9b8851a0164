#pragma once
// The counted angles of a system (elements/parts/counted_angle.hpp) in the form that kernels loop over. Angle i is
// entry first() + i of the parameters s of a state, after those of points on curves. ForcesOf owns one; torques of
// angles, driven ones too, their rates and their projection use it.
//   (1)  torque tau on b, -tau on a:  f = tau d theta'/dv,  d theta'/dv along m_b: u x m_b, along m_a: -(u x m_a)

#include <vector>

#include "core/to_size.hpp"
#include "elements/parts/counted_angle.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

template <class C>
class AnglesOf {
  public:
    AnglesOf() = default;
    AnglesOf(const std::vector<CountedAngle>& angles, int dimension, std::size_t first)
        : first_(first), count_(angles.size()) {
        for (const CountedAngle& angle : angles) {
            quarter_turns_.push_back(angle.quarter_turns);
            for (const Point* m : {&angle.across_a, &angle.across_b})
                add_separation(directions_, separation_of(*m), dimension);
            for (const Point& u : angle.axis) add_separation(directions_, separation_of(u), dimension);
        }
    }
    bool empty() const { return count_ == 0; }
    std::size_t count() const { return count_; }
    std::size_t first() const { return first_; }

    // Cosine and sine of angle i at x.
    template <int D, class Real>
    void legs(std::size_t i, const Real* x, Real& cosine, Real& sine) const {
        Real a[D], b[D], turned[D];
        direction<D>(i, 0, x, a);
        direction<D>(i, 1, x, b);
        turn<D>(i, 0, x, a, turned);
        cosine = dot<D>(a, b);
        sine = dot<D>(turned, b);
        turn_by_quarters(quarter_turns_[i], cosine, sine);
    }
    // theta' at x, v
    template <int D, class Real>
    Real rate(std::size_t i, const Real* x, const Real* v) const {
        Real sum = Real(0.0);
        for (int side = 0; side < 2; ++side) {
            Real m[D], turned[D], m_rate[D];
            direction<D>(i, side, x, m);
            turn<D>(i, side, x, m, turned);
            gather<D>(directions_, at<D>(i, side), v, nullptr, m_rate);
            const Real own = dot<D>(turned, m_rate);
            sum = side == 0 ? -own : sum + own;
        }
        return sum;
    }
    // Adds the node forces (1) of a torque on angle i.
    template <int D, class Real>
    void add_torque(std::size_t i, const Real* x, const Real& torque, Real* f) const {
        for (int side = 0; side < 2; ++side) {
            Real m[D], along[D];
            direction<D>(i, side, x, m);
            turn<D>(i, side, x, m, along);
            for (int k = 0; k < D; ++k) along[k] = side == 0 ? -(torque * along[k]) : torque * along[k];
            scatter<D>(directions_, at<D>(i, side), along, f);
        }
    }

  private:
    template <int D>
    static std::size_t at(std::size_t i, int which) {
        return i * (D == 2 ? 2 : 4) + which;
    }
    template <int D, class Real>
    void direction(std::size_t i, int which, const Real* x, Real* out) const {
        const std::size_t k = at<D>(i, which);
        gather<D>(directions_, k, x, &directions_.offset[k * D], out);
    }
    // u x m for the body on that side: the derivative of m with respect to a rotation about u.
    template <int D, class Real>
    void turn(std::size_t i, int side, const Real* x, const Real* m, Real* out) const {
        if constexpr (D == 2) {
            out[0] = -m[1];
            out[1] = m[0];
        } else {
            Real u[3];
            direction<D>(i, 2 + side, x, u);
            for (int k = 0; k < 3; ++k) out[k] = u[(k + 1) % 3] * m[(k + 2) % 3] - u[(k + 2) % 3] * m[(k + 1) % 3];
        }
    }

    std::size_t first_ = 0, count_ = 0;
    std::vector<int> quarter_turns_;
    SeparationTableOf<C> directions_;  // m_a, m_b, and in space u_a, u_b of each

  public:
    static constexpr auto members =
        std::tuple(&AnglesOf::first_, &AnglesOf::count_, &AnglesOf::quarter_turns_, &AnglesOf::directions_);
};

}  // namespace cchnn
