#include "judge/make_equations.hpp"

namespace cchnn::judge {

template class Equations<Quad>;

}  // namespace cchnn::judge
