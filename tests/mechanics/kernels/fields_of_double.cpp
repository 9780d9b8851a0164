// Drivers of one trajectory at a time, which tests and benchmarks compare lanes with; programs step lanes.

#include "mechanics/kernels/fields/make_field.hpp"
#include "mechanics/kernels/fields/make_minimal_field.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<double>> make_family_field<double>(const ConstrainedSystem&);
template std::unique_ptr<MinimalField<double>> make_minimal_field<double>(const ConstrainedSystem&);
template std::unique_ptr<MinimalField<double>> make_family_minimal_field<double>(const ConstrainedSystem&);

}  // namespace cchnn
