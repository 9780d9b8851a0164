#pragma once
// Student's t, and the normal law that it tends to, with any number of degrees of freedom, whole or not
// (Satterthwaite's are not).

namespace cchnn {

// t with P(|T| <= t) = 0.95; dof > 0.
double student_t_95(double dof);
// t with P(T <= t) = probability, inside (0, 1).
double student_t_quantile(double dof, double probability);
// P(|T| >= |t|).
double student_t_p_value(double t, double dof);
// P(|T| > student_t_95(dof)) of a noncentral T, shifted by `shift`.
double student_t_power(double shift, double dof);
// z with P(|Z| >= z) = p of a normal Z; p in (0, 1].
double normal_two_sided_quantile(double p);

}  // namespace cchnn
