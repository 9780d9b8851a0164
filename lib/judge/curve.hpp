#pragma once
// A curve C(s) of a Track, and what the equations of a point on it need. Owned by shared pointers of the points
// on it (system.hpp); made by make_system.
//
//   (1)  ds/dt = C'.w / |C'|^2                         a point that moves along the curve with velocity w
//   (2)  s -> s + C'.(r - C) / |C'|^2                  one Newton step towards the nearest point
//   (3)  Phi = (1 - t t^T) (r - C(s)), t = C'/|C'|     d rows, of which d - 1 are independent
//   (4)  a stretch of the curve is seen if in cells of a 16th of it, or longer ones, the enclosure of C'' by interval
//        arithmetic is no wider than twice the largest |C''| at the ends and the middle of the cell, and rounding
//
// Check (4) keeps a step from jumping over a narrow feature of the curve, of which the values at the ends of
// the step show nothing.

#include <array>
#include <memory>
#include <vector>

#include "judge/formula.hpp"
#include "judge/piece.hpp"

namespace cchnn::judge {

class Curve {
  public:
    explicit Curve(std::vector<Formula> formulas) : formulas_(std::move(formulas)) {}

    std::size_t dimension() const { return formulas_.size(); }
    // C and C' at s, of d entries each. An s without a derivative needs no dual numbers, which saves most of
    // the work.
    template <class T>
    void at(const Dual<T>& s, Dual<T>* point, Dual<T>* slope) const {
        if (varies(s)) return evaluate(s, point, slope);
        std::array<T, 3> c, c_slope;
        at(s.value, c.data(), c_slope.data());
        for (std::size_t i = 0; i < formulas_.size(); ++i) {
            point[i] = {c[i], T(Base<T>(0))};
            slope[i] = {c_slope[i], T(Base<T>(0))};
        }
    }
    // The parameter has no slopes here: gradients are taken in r at a fixed s.
    template <class S>
    void at(const Slopes<S>& s, Slopes<S>* point, Slopes<S>* slope) const {
        std::array<S, 3> c, c_slope;
        at(s.value, c.data(), c_slope.data());
        for (std::size_t i = 0; i < formulas_.size(); ++i) {
            point[i] = c[i];
            slope[i] = c_slope[i];
        }
    }
    template <class T>
    void at(const T& s, T* point, T* slope) const {
        evaluate(s, point, slope);
    }
    // C'.u / |C'|^2: this is (1) with u = w, and the step of (2) with u = r - C.
    template <class S>
    S rate(const S* u, const S* slope) const {
        return dot(u, slope, dimension()) / dot(slope, slope, dimension());
    }
    // How far the parameter may go from s towards s + reach (`reach` of either sign) in one step that sees
    // everything on its way, by (4): reach, or its half, its quarter, ... Positive, in units of s.
    double seen_reach(double s, double reach) const;

  private:
    // Whether s has any derivative other than 0.
    template <class T>
    static bool varies(const T&) {
        return false;
    }
    template <class T>
    static bool varies(const Dual<T>& s) {
        return !is_zero(s.slope) || varies(s.value);
    }
    template <class T>
    static bool is_zero(const T& number) {
        return number == T(0);
    }
    template <class T>
    static bool is_zero(const Dual<T>& number) {
        return is_zero(number.value) && is_zero(number.slope);
    }
    template <class T>
    void evaluate(const T& s, T* point, T* slope) const {
        for (std::size_t i = 0; i < formulas_.size(); ++i) {
            const Dual<T> c = formulas_[i](Dual<T>(s, T(Base<T>(1))));
            point[i] = c.value;
            slope[i] = c.slope;
        }
    }

    double smallest_cell(double from, double to, int depth) const;
    std::vector<Formula> formulas_;
};

// The kind of row (3), for Piece.
template <class S>
struct OnCurve {
    std::shared_ptr<const Curve> curve;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        std::array<T, 3> gap, slope;
        curve->at(state.s, gap.data(), slope.data());
        for (std::size_t i = 0; i < state.d; ++i) gap[i] = state.r[i] - gap[i];
        const T along = dot(gap.data(), slope.data(), state.d) / dot(slope.data(), slope.data(), state.d);
        for (std::size_t i = 0; i < state.d; ++i) out[i] = gap[i] - along * slope[i];
    }
};

}  // namespace cchnn::judge
