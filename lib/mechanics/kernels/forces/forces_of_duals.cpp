// Forces on states with tangent vectors, for TangentFlow and SensitivityFlow; both need the second derivatives of V.

#include "elements/parts/formula/formula_gradient.hpp"
#include "mechanics/force_tables.hpp"
#include "mechanics/kernels/dual_lane_constants.hpp"
#include "mechanics/kernels/passage.hpp"

namespace cchnn {

template struct ForcesOf<LaneDuals>;
template struct ForceFunctions<LaneDuals, LaneDuals>;
template struct ForceFunctions<Dual<double, Lanes>, double>;
template void show_centres(int, const ForcesOf<LaneDuals>&, const LaneDuals*, const LaneDuals*, Passage<LaneDuals>&);
template void show_centres(int, const ForcesOf<double>&, const Dual<double, Lanes>*, const Dual<double, Lanes>*,
                           Passage<Dual<double, Lanes>>&);
template LaneDuals add_equation_row(const EquationOf<LaneDuals>&, const LaneDuals*, LaneDuals*, LaneDuals*, LaneDuals*);
template void add_rate_gradient(const EquationOf<LaneDuals>&, const LaneDuals*, LaneDuals*, LaneDuals*, LaneDuals*);
template Dual<double, Lanes> add_equation_row(const EquationOf<double>&, const Dual<double, Lanes>*,
                                              Dual<double, Lanes>*, Dual<double, Lanes>*, Dual<double, Lanes>*);
template void add_rate_gradient(const EquationOf<double>&, const Dual<double, Lanes>*, Dual<double, Lanes>*,
                                Dual<double, Lanes>*, Dual<double, Lanes>*);

}  // namespace cchnn
