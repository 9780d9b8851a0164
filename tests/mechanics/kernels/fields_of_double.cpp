// Drivers of one trajectory at a time, which tests and benchmarks compare lanes with; programs step lanes.

#include "mechanics/kernels/fields/make_field.hpp"
#include "mechanics/kernels/fields/make_free_bodies.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<double>> make_family_field<double>(const ConstrainedSystem&);
template std::unique_ptr<FreeBodyField<double>> make_free_bodies<double>(const ConstrainedSystem&);
template std::unique_ptr<FreeBodyField<double>> make_family_free_bodies<double>(const ConstrainedSystem&);

}  // namespace cchnn
