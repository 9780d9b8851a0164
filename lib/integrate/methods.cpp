#include "integrate/methods.hpp"

#include <array>

namespace cchnn {
namespace {

using enum Method;

constexpr std::array<MethodFacts, method_count> table{{
    {verner87, "verner87", 8, false, false, true, 0, "order 8 (7), the default"},
    {dopri5, "dopri5", 5, false, false, true, 0, "order 5 (4), the paper's"},
    {rattle2, "rattle2", 2, true, false, true, 100, "RATTLE, symplectic"},
    {rattle4, "rattle4", 4, true, false, true, 50, "RATTLE composed to order 4"},
    {rattle6, "rattle6", 6, true, false, true, 20, "RATTLE composed to order 6"},
    {rattle8, "rattle8", 8, true, false, true, 10, "RATTLE composed to order 8"},
    {fehlberg78, "fehlberg78", 8, false, false, false, 0, "order 8 (7), of error bounds"},
    {extrapolation20, "extrapolation20", 20, false, true, false, 0, "order 20 in double-double numbers, of refinement"},
    {extrapolation24, "extrapolation24", 24, false, true, false, 0, "order 24 in double-double numbers, of refinement"},
}};

constexpr bool in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].method) != i || !table[i].name || table[i].order < 1 ||
            table[i].symplectic != (table[i].substeps > 0))
            return false;
    return true;
}
static_assert(in_order(), "the table has one row for each Method, in the order of the enumeration, with all its facts");

}  // namespace

std::span<const MethodFacts> method_table() { return table; }

const MethodFacts& facts(Method method) { return table.at(static_cast<std::size_t>(method)); }

std::vector<Method> all_methods() {
    std::vector<Method> all;
    for (const MethodFacts& row : table)
        if (row.chosen_by_users) all.push_back(row.method);
    return all;
}

}  // namespace cchnn
