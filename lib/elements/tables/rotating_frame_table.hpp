#pragma once
// Energy and forces of elements/rotating_frame.hpp for kernels: one table with all terms of a system, by the equations
// there.

#include "elements/rotating_frame.hpp"
#include "elements/tables/term_table.hpp"

namespace cchnn {

template <class C>
class FrameForces : public TermTable<C, 4> {
  public:
    // Numbers of each part: its mass c and Omega.
    void add(const RotatingFrame& frame, int dimension) {
        for (const RotatingFrame::Part& part : frame.parts)
            this->add_at({part.mass, frame.rate[0], frame.rate[1], frame.rate[2]}, part.r, dimension);
    }

    template <class Real>
    void add_energy(const Real* x, int dimension, Real& sum) const {
        if (dimension == 2) sum -= half_square<2>(x);
        if (dimension == 3) sum -= half_square<3>(x);
    }
    template <int D, class Real>
    [[gnu::noinline]] void add_force(const Real* x, Real* f) const {
        Real r[3], force[3];
        for (std::size_t k = 0; D > 1 && k < this->count(); ++k) {
            const C *const c = this->numbers(k), *const rate = c + 1;
            place<D>(k, x, &this->places().offset[k * D], r);
            const Real square = Real(rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2]);
            const Real along = rate[0] * r[0] + rate[1] * r[1] + rate[2] * r[2];
            for (int j = 0; j < D; ++j) force[j] = c[0] * (square * r[j] - rate[j] * along);
            scatter<D>(this->places(), k, force, f);
        }
    }
    // The Coriolis force.
    template <int D, class Real>
    void add_force(const Real*, const Real* v, Real* f) const {
        Real w[3], force[3];
        for (std::size_t k = 0; D > 1 && k < this->count(); ++k) {
            const C *const c = this->numbers(k), *const rate = c + 1;
            place<D>(k, v, nullptr, w);
            for (int j = 0; j < D; ++j)
                force[j] = 2.0 * c[0] * (rate[(j + 2) % 3] * w[(j + 1) % 3] - rate[(j + 1) % 3] * w[(j + 2) % 3]);
            scatter<D>(this->places(), k, force, f);
        }
    }

  private:
    // r of part k, or its rate with a null offset, in three dimensions.
    template <int D, class Real>
    void place(std::size_t k, const Real* nodes, std::type_identity_t<const C*> offset, Real* out) const {
        gather<D>(this->places(), k, nodes, offset, out);
        if (D == 2) out[2] = Real(0.0);
    }
    // The sum of c |Omega x r|^2/2.
    template <int D, class Real>
    Real half_square(const Real* x) const {
        Real r[3], sum = Real(0.0);
        for (std::size_t k = 0; k < this->count(); ++k) {
            const C *const c = this->numbers(k), *const rate = c + 1;
            place<D>(k, x, &this->places().offset[k * D], r);
            for (int j = 0; j < 3; ++j) {
                const Real turned = rate[(j + 1) % 3] * r[(j + 2) % 3] - rate[(j + 2) % 3] * r[(j + 1) % 3];
                sum += 0.5 * c[0] * (turned * turned);
            }
        }
        return sum;
    }
};

}  // namespace cchnn
