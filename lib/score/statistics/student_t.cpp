#include "score/statistics/student_t.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace cchnn {

double student_t_quantile(double dof, double probability) {
    return boost::math::quantile(boost::math::students_t(dof), probability);
}

double student_t_95(double dof) { return student_t_quantile(dof, 0.975); }

double student_t_p_value(double t, double dof) {
    if (std::isinf(t)) return 0;
    return 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(dof), std::fabs(t)));
}

}  // namespace cchnn
