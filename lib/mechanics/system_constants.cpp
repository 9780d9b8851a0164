#include "mechanics/system_constants.hpp"

#include <algorithm>

namespace cchnn {
namespace {

template <class T, class Same>
bool same_list(const std::vector<T>& a, const std::vector<T>& b, Same same) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool same_separations(const SeparationTable& a, const SeparationTable& b) {
    return a.node == b.node && same_list(a.terms, b.terms, [](const SeparationTerms& s, const SeparationTerms& t) {
               return s.kind == t.kind && s.a == t.a && s.b == t.b && s.begin == t.begin && s.end == t.end;
           });
}

bool same_plan(const SolvePlanOf<Exact>& a, const SolvePlanOf<Exact>& b) {
    return a.row == b.row && a.kind == b.kind && a.slot == b.slot && a.repeats == b.repeats &&
           a.normals.size() == b.normals.size() && a.pattern.a_columns == b.pattern.a_columns &&
           a.coupling_begin == b.coupling_begin && same_separations(a.separations, b.separations) &&
           same_list(a.coupling, b.coupling, [](const CouplingTerm<Exact>& c, const CouplingTerm<Exact>& d) {
               return c.t == d.t && c.u == d.u;
           });
}

// each_number_in() hands out what an action may change; this one reads.
template <class Action>
void read_each(const SystemConstants<Exact>& system, const Action& action) {
    auto read = [&](const Exact& c) { action(c); };
    each_number_in<Exact>(const_cast<SystemConstants<Exact>&>(system), read);
}

std::size_t count_of_numbers(const SystemConstants<Exact>& system) {
    std::size_t count = 0;
    read_each(system, [&](const Exact&) { ++count; });
    return count;
}

}  // namespace

std::vector<Exact> numbers_of(const SystemConstants<Exact>& system) {
    std::vector<Exact> numbers;
    numbers.reserve(count_of_numbers(system));
    read_each(system, [&](const Exact& c) { numbers.push_back(c); });
    return numbers;
}

bool same_shape(const SystemConstants<Exact>& a, const SystemConstants<Exact>& b) {
    return a.state_size == b.state_size && count_of_numbers(a) == count_of_numbers(b) && same_plan(a.plan, b.plan) &&
           same_plan(a.rigid.rows, b.rigid.rows) && a.rigid.coupling_begin == b.rigid.coupling_begin &&
           same_plan(a.tree.off_tree, b.tree.off_tree) &&
           same_list(a.tree.bodies, b.tree.bodies,
                     [](const TreeBodyOf<Exact>& k, const TreeBodyOf<Exact>& l) {
                         return k.first == l.first && k.parent == l.parent && k.joint == l.joint;
                     }) &&
           same_list(a.chain, b.chain,
                     [](const ChainLinkOf<Exact>& k, const ChainLinkOf<Exact>& l) {
                         return k.node == l.node && k.first == l.first && k.last == l.last;
                     }) &&
           same_list(a.free_bodies, b.free_bodies,
                     [](const FreeBodyOf<Exact>& k, const FreeBodyOf<Exact>& l) {
                         return k.first == l.first && k.held == l.held && k.pushed_tips == l.pushed_tips;
                     }) &&
           same_list(a.joint_tree, b.joint_tree, [](const JointBodyOf<Exact>& k, const JointBodyOf<Exact>& l) {
               return k.parent == l.parent && k.first == l.first && k.move == l.move && k.only_weight == l.only_weight;
           });
}

}  // namespace cchnn
