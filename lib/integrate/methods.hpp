#pragma once
// Integration methods are rows of a table: what is known of each stands in methods.cpp, how it runs in integrate.cpp, and
// neither compiles with a row missing.

#include <cstddef>
#include <span>
#include <vector>

namespace cchnn {

// In the order of the table.
enum class Method {
    verner87,  // order 8 (7) embedded pair, chooses its steps
    dopri5,    // order 5 (4) likewise
    rattle2,   // RATTLE and its compositions: symplectic, even steps
    rattle4,
    rattle6,
    rattle8,
    fehlberg78,       // order 8 (7) again: the second solution of error bounds
    extrapolation20,  // in double-double numbers, of error bounds too (error_bound.hpp)
    extrapolation24
};
constexpr std::size_t method_count = 9;
static_assert(static_cast<std::size_t>(Method::extrapolation24) + 1 == method_count);

enum class Stepping { by_tolerances = 1, evenly };     // evenly: symplectic, by Protocol::substeps
enum class Precision { doubles = 1, double_doubles };  // of 53 or 106 bits
enum class Chooser { users = 1, error_bounds };        // error bounds: a second solution alone

// A row with an answer missing does not compile.
struct MethodFacts {
    Method method;
    const char* name;  // in JSON, and of --integrator
    int order;
    Stepping stepping;
    Precision numbers;
    Chooser chooser;
    long substeps;            // evenly: between two output times, for systems sampled as finely as the built-in ones
    const char* description;  // of --integrator in --help
};

std::span<const MethodFacts> method_table();
const MethodFacts& facts(Method method);

inline const char* name(Method method) { return facts(method).name; }
inline bool symplectic(Method method) { return facts(method).stepping == Stepping::evenly; }
inline int order(Method method) { return facts(method).order; }
// Those that users choose from.
std::vector<Method> all_methods();

}  // namespace cchnn
