#pragma once
// Student's t with any number of degrees of freedom, whole or not (Satterthwaite's are not).

namespace cchnn {

// t with P(|T| <= t) = 0.95; dof > 0.
double student_t_95(double dof);
// t with P(T <= t) = probability, inside (0, 1).
double student_t_quantile(double dof, double probability);
// P(|T| >= |t|).
double student_t_p_value(double t, double dof);

}  // namespace cchnn
