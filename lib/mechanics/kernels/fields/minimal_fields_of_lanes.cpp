#include "mechanics/kernels/fields/make_minimal_field.hpp"

namespace cchnn {

template std::unique_ptr<MinimalField<Lanes>> make_minimal_field<Lanes>(const ConstrainedSystem&);
template std::unique_ptr<MinimalField<Lanes>> make_family_minimal_field<Lanes>(const ConstrainedSystem&);

}  // namespace cchnn
