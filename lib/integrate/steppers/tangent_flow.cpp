#include "integrate/steppers/tangent_flow.hpp"

namespace cchnn {

std::unique_ptr<TangentMotion> tangent_each(const ConstrainedSystem& system, double tolerance, double longest_step) {
    return std::make_unique<TangentFlow<Lanes>>(system, tolerance, longest_step);
}

std::unique_ptr<TangentMotion> tangents_of_one(const ConstrainedSystem& system, double tolerance, double longest_step) {
    return std::make_unique<TangentFlow<double>>(system, tolerance, longest_step);
}

}  // namespace cchnn
