#include "numbers/exact.hpp"

#include "numbers/double_double.hpp"

namespace cchnn {
namespace {

DoubleDouble number(const Exact& a) { return {a.high, a.low}; }
Exact exact(const DoubleDouble& a) { return {a.high, a.low}; }

}  // namespace

Exact operator+(const Exact& a, const Exact& b) { return exact(number(a) + number(b)); }
Exact operator-(const Exact& a, const Exact& b) { return exact(number(a) - number(b)); }
Exact operator*(const Exact& a, const Exact& b) { return exact(number(a) * number(b)); }
Exact operator/(const Exact& a, const Exact& b) { return exact(number(a) / number(b)); }
Exact square_root(const Exact& a) { return exact(square_root(number(a))); }

}  // namespace cchnn
