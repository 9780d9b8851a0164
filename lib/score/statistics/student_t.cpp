#include "score/statistics/student_t.hpp"

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
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

// Both tails count, as in the two-sided test, though the far one is negligible unless the shift is small.
double student_t_power(double shift, double dof) {
    constexpr double surely = 40;  // beyond it the power is 1 whatever the degrees of freedom of a useful test
    if (shift > surely) return 1;
    const double t = student_t_95(dof);
    const boost::math::non_central_t law(dof, shift);
    return boost::math::cdf(boost::math::complement(law, t)) + boost::math::cdf(law, -t);
}

double normal_two_sided_quantile(double p) {
    constexpr double least = 1e-300;  // of a sign test on a thousand trajectories
    return boost::math::quantile(boost::math::complement(boost::math::normal(), std::max(p, least) / 2));
}

}  // namespace cchnn
