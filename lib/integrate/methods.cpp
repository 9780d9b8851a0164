#include "integrate/methods.hpp"

#include <algorithm>
#include <array>

namespace cchnn {
namespace {

using enum Method;

constexpr std::array<MethodFacts, method_count> table{{
    {
        .method = verner87,
        .name = "verner87",
        .order = 8,
        .stepping = Stepping::by_tolerances,
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 0,
        .description = "order 8 (7), the default",
    },
    {
        .method = dopri5,
        .name = "dopri5",
        .order = 5,
        .stepping = Stepping::by_tolerances,
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 0,
        .description = "order 5 (4), the paper's",
    },
    {
        .method = rattle2,
        .name = "rattle2",
        .order = 2,
        .stepping = Stepping::evenly,
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 100,
        .description = "RATTLE, symplectic, order 2",
    },
    {
        .method = rattle4,
        .name = "rattle4",
        .order = 4,
        .stepping = Stepping::evenly,
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 50,
        .description = "RATTLE composed to order 4",
    },
    {
        .method = rattle6,
        .name = "rattle6",
        .order = 6,
        .stepping = Stepping::evenly,
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 20,
        .description = "RATTLE composed to order 6",
    },
    {
        .method = rattle8,
        .name = "rattle8",
        .order = 8,
        .stepping = Stepping::evenly,
        .numbers = Precision::doubles,
        .chooser = Chooser::users,
        .substeps = 10,
        .description = "RATTLE composed to order 8",
    },
    {
        .method = fehlberg78,
        .name = "fehlberg78",
        .order = 8,
        .stepping = Stepping::by_tolerances,
        .numbers = Precision::doubles,
        .chooser = Chooser::error_bounds,
        .substeps = 0,
        .description = "order 8 (7), of error bounds",
    },
    {
        .method = extrapolation20,
        .name = "extrapolation20",
        .order = 20,
        .stepping = Stepping::by_tolerances,
        .numbers = Precision::double_doubles,
        .chooser = Chooser::error_bounds,
        .substeps = 0,
        .description = "order 20 in double-double numbers, of refinement",
    },
    {
        .method = extrapolation24,
        .name = "extrapolation24",
        .order = 24,
        .stepping = Stepping::by_tolerances,
        .numbers = Precision::double_doubles,
        .chooser = Chooser::error_bounds,
        .substeps = 0,
        .description = "order 24 in double-double numbers, of refinement",
    },
}};

template <class Answered>
constexpr bool each(Answered answered) {
    return std::all_of(table.begin(), table.end(), answered);
}
constexpr bool in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].method) != i) return false;
    return true;
}
using Facts = const MethodFacts&;
static_assert(in_order(), "method: the table has one row for each Method, in the order of the enumeration");
static_assert(each([](Facts m) { return m.name && *m.name; }), "name: each method has a name");
static_assert(each([](Facts m) { return m.order > 0; }), "order: each method has an order");
static_assert(each([](Facts m) { return m.stepping != Stepping{}; }), "stepping: each method says how it steps");
static_assert(each([](Facts m) { return m.numbers != Precision{}; }), "numbers: each method says in which it runs");
static_assert(each([](Facts m) { return m.chooser != Chooser{}; }), "chooser: each method says who chooses it");
static_assert(each([](Facts m) { return (m.stepping == Stepping::evenly) == (m.substeps > 0); }),
              "substeps: each method with even steps, and no other, says how many are usual");
static_assert(each([](Facts m) { return m.description && *m.description; }), "description: each method has one");

}  // namespace

std::span<const MethodFacts> method_table() { return table; }

const MethodFacts& facts(Method method) { return table.at(static_cast<std::size_t>(method)); }

std::vector<Method> all_methods() {
    std::vector<Method> all;
    for (const MethodFacts& row : table)
        if (row.chooser == Chooser::users) all.push_back(row.method);
    return all;
}

}  // namespace cchnn
