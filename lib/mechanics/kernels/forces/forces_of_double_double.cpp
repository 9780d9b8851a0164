#include "elements/parts/formula/formula_gradient.hpp"
#include "mechanics/force_tables.hpp"
#include "mechanics/kernels/passage.hpp"
#include "numbers/double_double.hpp"

namespace cchnn {

template struct ForcesOf<DoubleDoubleOf<Pack>>;
template struct ForceFunctions<DoubleDoubleOf<Pack>, DoubleDoubleOf<Pack>>;
template void show_centres(int, const ForcesOf<DoubleDoubleOf<Pack>>&, const DoubleDoubleOf<Pack>*,
                           const DoubleDoubleOf<Pack>*, Passage<DoubleDoubleOf<Pack>>&);
template DoubleDoubleOf<Pack> add_equation_row(const EquationOf<DoubleDoubleOf<Pack>>&, const DoubleDoubleOf<Pack>*,
                                               DoubleDoubleOf<Pack>*, DoubleDoubleOf<Pack>*, DoubleDoubleOf<Pack>*);
template void add_rate_gradient(const EquationOf<DoubleDoubleOf<Pack>>&, const DoubleDoubleOf<Pack>*,
                                DoubleDoubleOf<Pack>*, DoubleDoubleOf<Pack>*, DoubleDoubleOf<Pack>*);

}  // namespace cchnn
