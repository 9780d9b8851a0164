#include "integrate/methods.hpp"

#include <algorithm>
#include <array>

#include "integrate/composition.hpp"

namespace cchnn {
namespace {

using enum Method;

constexpr std::array<MethodFacts, method_count> facts_of_methods{{
    {
        .method = verner87,
        .name = "verner87",
        .order = 8,
        .stepping = Stepping::by_tolerances,
        .flow = Flow::not_symplectic,
        .constraints = Constraints::by_projection,
        .weights = {},
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 0,
        .fold_steps = 24,
        .description = "order 8 (7), the default",
    },
    {
        .method = dopri5,
        .name = "dopri5",
        .order = 5,
        .stepping = Stepping::by_tolerances,
        .flow = Flow::not_symplectic,
        .constraints = Constraints::by_projection,
        .weights = {},
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 0,
        .fold_steps = 32,
        .description = "order 5 (4), the paper's",
    },
    {
        .method = rattle2,
        .name = "rattle2",
        .order = 2,
        .stepping = Stepping::fixed,
        .flow = Flow::symplectic,
        .constraints = Constraints::of_the_step,
        .weights = order_2_weights,
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 100,
        .fold_steps = 0,
        .description = "RATTLE, symplectic, order 2",
    },
    {
        .method = rattle4,
        .name = "rattle4",
        .order = 4,
        .stepping = Stepping::fixed,
        .flow = Flow::symplectic,
        .constraints = Constraints::of_the_step,
        .weights = order_4_weights,
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 50,
        .fold_steps = 0,
        .description = "RATTLE composed to order 4",
    },
    {
        .method = rattle6,
        .name = "rattle6",
        .order = 6,
        .stepping = Stepping::fixed,
        .flow = Flow::symplectic,
        .constraints = Constraints::of_the_step,
        .weights = order_6_weights,
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 20,
        .fold_steps = 0,
        .description = "RATTLE composed to order 6",
    },
    {
        .method = rattle8,
        .name = "rattle8",
        .order = 8,
        .stepping = Stepping::fixed,
        .flow = Flow::symplectic,
        .constraints = Constraints::of_the_step,
        .weights = order_8_weights,
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 10,
        .fold_steps = 0,
        .description = "RATTLE composed to order 8",
    },
    {
        .method = rk4,
        .name = "rk4",
        .order = 4,
        .stepping = Stepping::fixed,
        .flow = Flow::not_symplectic,
        .constraints = Constraints::by_projection,
        .weights = {},
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 50,
        .fold_steps = 0,
        .description = "classical Runge-Kutta with fixed steps, order 4",
    },
    {
        .method = fehlberg78,
        .name = "fehlberg78",
        .order = 8,
        .stepping = Stepping::by_tolerances,
        .flow = Flow::not_symplectic,
        .constraints = Constraints::by_projection,
        .weights = {},
        .numbers = Precision::doubles,
        .chooser = Chooser::error_bounds,
        .substeps = 0,
        .fold_steps = 32,
        .description = "order 8 (7), of error bounds",
    },
    {
        .method = extrapolation20,
        .name = "extrapolation20",
        .order = 20,
        .stepping = Stepping::by_tolerances,
        .flow = Flow::not_symplectic,
        .constraints = Constraints::by_projection,
        .weights = {},
        .numbers = Precision::double_doubles,
        .chooser = Chooser::error_bounds,
        .substeps = 0,
        .fold_steps = 0,
        .description = "order 20 in double-double numbers, of refinement",
    },
    {
        .method = extrapolation24,
        .name = "extrapolation24",
        .order = 24,
        .stepping = Stepping::by_tolerances,
        .flow = Flow::not_symplectic,
        .constraints = Constraints::by_projection,
        .weights = {},
        .numbers = Precision::double_doubles,
        .chooser = Chooser::error_bounds,
        .substeps = 0,
        .fold_steps = 0,
        .description = "order 24 in double-double numbers, of refinement",
    },
}};

template <class Answered>
constexpr bool each(Answered answered) {
    return std::all_of(facts_of_methods.begin(), facts_of_methods.end(), answered);
}
constexpr bool in_order() {
    for (std::size_t i = 0; i < facts_of_methods.size(); ++i)
        if (static_cast<std::size_t>(facts_of_methods[i].method) != i) return false;
    return true;
}
using Facts = const MethodFacts&;
static_assert(in_order(), "method: the table has one row for each Method, in the order of the enumeration");
static_assert(each([](Facts m) { return m.name && *m.name; }), "name: each method has a name");
static_assert(each([](Facts m) { return m.order > 0; }), "order: each method has an order");
static_assert(each([](Facts m) { return m.stepping != Stepping{}; }), "stepping: each method says how it steps");
static_assert(each([](Facts m) { return m.flow != Flow{}; }), "flow: each method says whether it is symplectic");
static_assert(each([](Facts m) { return m.constraints != Constraints{}; }),
              "constraints: each method says what of them");
static_assert(each([](Facts m) { return (m.constraints == Constraints::of_the_step) == !m.weights.empty(); }),
              "weights: each composition of RATTLE, which solves for constraints, has them, and no other method");
static_assert(each([](Facts m) { return m.numbers != Precision{}; }), "numbers: each method says in which it runs");
static_assert(each([](Facts m) { return m.chooser != Chooser{}; }), "chooser: each method says who chooses it");
static_assert(each([](Facts m) { return (m.stepping == Stepping::fixed) == (m.substeps > 0); }),
              "substeps: each method with fixed steps, and no other, says how many are usual");
constexpr bool passes_folds(Facts m) {
    return m.stepping == Stepping::by_tolerances && m.numbers == Precision::doubles;
}
static_assert(each([](Facts m) { return passes_folds(m) == (m.fold_steps > 0); }),
              "fold_steps: each method that chooses its steps in doubles, and no other, says how many");
static_assert(each([](Facts m) { return m.description && *m.description; }), "description: each method has one");

}  // namespace

std::span<const MethodFacts> method_table() { return facts_of_methods; }

const MethodFacts& facts(Method method) { return facts_of_methods.at(static_cast<std::size_t>(method)); }

std::vector<Method> all_methods() {
    std::vector<Method> all;
    for (const MethodFacts& row : facts_of_methods)
        if (row.chooser == Chooser::users) all.push_back(row.method);
    return all;
}

std::string fixed_step_names() {
    std::vector<std::string> names;
    for (const Method method : all_methods())
        if (fixed_step(method)) names.emplace_back(name(method));
    std::string text = names.front();
    for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

}  // namespace cchnn
