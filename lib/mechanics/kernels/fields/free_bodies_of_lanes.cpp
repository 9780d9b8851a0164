#include "mechanics/kernels/fields/make_free_bodies.hpp"

namespace cchnn {

template std::unique_ptr<FreeBodyField<Lanes>> make_free_bodies<Lanes>(const ConstrainedSystem&);
template std::unique_ptr<FreeBodyField<Lanes>> make_family_free_bodies<Lanes>(const ConstrainedSystem&);

}  // namespace cchnn
