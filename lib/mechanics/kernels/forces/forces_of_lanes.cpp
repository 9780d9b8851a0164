// Forces on states in lanes, with constants in double for one system or in lanes for a family.

#include "elements/parts/formula/formula_gradient.hpp"
#include "mechanics/force_tables.hpp"
#include "mechanics/kernels/passage.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

template struct ForcesOf<Lanes>;
template struct ForceFunctions<Lanes, double>;
template struct ForceFunctions<Lanes, Lanes>;
template void show_centres(int, const ForcesOf<double>&, const double*, const double*, Passage<double>&);
template void show_centres(int, const ForcesOf<double>&, const Lanes*, const Lanes*, Passage<Lanes>&);
template void show_centres(int, const ForcesOf<Lanes>&, const Lanes*, const Lanes*, Passage<Lanes>&);
template Lanes add_equation_row(const EquationOf<double>&, const Lanes*, Lanes*, Lanes*, Lanes*);
template void add_rate_gradient(const EquationOf<double>&, const Lanes*, Lanes*, Lanes*, Lanes*);
template Lanes add_equation_row(const EquationOf<Lanes>&, const Lanes*, Lanes*, Lanes*, Lanes*);
template void add_rate_gradient(const EquationOf<Lanes>&, const Lanes*, Lanes*, Lanes*, Lanes*);

}  // namespace cchnn
