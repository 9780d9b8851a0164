#include "judge/make_equations.hpp"

namespace cchnn::judge {

template class Equations<long double>;

}  // namespace cchnn::judge
