#include "elements/parts/formula/formula_gradient.hpp"
#include "mechanics/force_tables.hpp"
#include "mechanics/kernels/passage.hpp"
#include "mechanics/kernels/quad.hpp"

namespace cchnn {

// What the fields of quad numbers ask of forces; forces.hpp declares it, and the library compiles it for its own
// numbers.
template struct ForcesOf<Quad>;
template struct ForceFunctions<Quad, Quad>;
template void show_centres(int, const ForcesOf<Quad>&, const Quad*, const Quad*, Passage<Quad>&);
template Quad add_equation_row(const EquationOf<Quad>&, const Quad*, Quad*, Quad*, Quad*);
template void add_rate_gradient(const EquationOf<Quad>&, const Quad*, Quad*, Quad*, Quad*);

}  // namespace cchnn
