#pragma once
// The table of integration methods. methods.cpp holds the properties of each, steppers/drivers.cpp its driver; neither
// compiles with a row missing.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cchnn {

// In the order of the table.
enum class Method {
    verner87,  // order 8 (7) embedded pair, chooses its steps
    dopri5,    // order 5 (4) likewise
    rattle2,   // RATTLE and its compositions
    rattle4,
    rattle6,
    rattle8,
    rk4,              // the classical Runge-Kutta method (Kutta 1901; Hairer, Norsett, Wanner 1993, II.1)
    fehlberg78,       // order 8 (7) again: the other solutions of error bounds
    extrapolation20,  // in double-double numbers, for refinement
    extrapolation24
};
constexpr std::size_t method_count = 10;
static_assert(static_cast<std::size_t>(Method::extrapolation24) + 1 == method_count);

enum class Stepping { by_tolerances = 1, fixed };           // fixed: Protocol::substeps of equal length
enum class Flow { symplectic = 1, not_symplectic };         // is the map of a step symplectic?
enum class Constraints { of_the_step = 1, by_projection };  // solved for within each step; or only after it, if at all
enum class Precision { doubles = 1, double_doubles };       // of 53 or 106 bits
enum class Chooser { users = 1, error_bounds };             // error bounds: comparisons, refinement

// The properties of one method; a row with a property missing does not compile.
struct MethodFacts {
    Method method;
    const char* name;  // in JSON and for --integrator
    int order;
    Stepping stepping;
    Flow flow;
    Constraints constraints;
    std::span<const double> weights;  // of a composition of RATTLE (composition.hpp); empty for others
    Precision numbers;
    Chooser chooser;
    long substeps;            // fixed: between two output times, for systems sampled as finely as the built-in ones
    long fold_steps;          // RATTLE steps in an output interval with a fold (integrate_through_fold.hpp); 0: never
    const char* description;  // of --integrator in --help
};

std::span<const MethodFacts> method_table();
const MethodFacts& facts(Method method);

inline const char* name(Method method) { return facts(method).name; }
inline bool symplectic(Method method) { return facts(method).flow == Flow::symplectic; }
inline bool fixed_step(Method method) { return facts(method).stepping == Stepping::fixed; }
// Whether the method projects after a step, so that Protocol::project is a choice.
inline bool projects(Method method) { return facts(method).constraints == Constraints::by_projection; }
inline int order(Method method) { return facts(method).order; }
// The methods that users choose from.
std::vector<Method> all_methods();
// Those of them with fixed steps, as a text: "rattle2, rattle4, rattle6, rattle8 or rk4".
std::string fixed_step_names();

}  // namespace cchnn
