#pragma once
// The square root of any number type, by one name that templates can call before they know the type. Types of this
// library have overloads of their own. For others sqrt() is called, unless SquareRoot is specialised (lanes.hpp).

#include <cmath>

namespace cchnn {

template <class Real>
struct SquareRoot {
    [[gnu::always_inline]] static Real of(const Real& x) {
        using std::sqrt;
        return sqrt(x);
    }
};

template <class Real>
[[gnu::always_inline]] inline Real square_root(const Real& x) {
    return SquareRoot<Real>::of(x);
}

}  // namespace cchnn
