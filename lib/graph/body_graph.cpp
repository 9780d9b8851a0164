#include "graph/body_graph.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "graph/groups.hpp"
#include "spec/meaning/meaning_check.hpp"

namespace cchnn {
namespace {

std::size_t place(const Point& point) { return to_size(index(point.body)); }

// The Link or Joint that joins two bodies, whichever of them comes first.
template <class Attachment>
const Attachment* find_between(const std::vector<Attachment>& all, const std::vector<Body>& bodies,
                               const std::string& a, const std::string& b) {
    const auto at_id = [&](const std::string& id) {
        const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const Body& body) { return body.id == id; });
        return BodyIndex{static_cast<int>(found - bodies.begin())};
    };
    const BodyIndex first = at_id(a), second = at_id(b);
    const auto joins = [&](const Attachment& at) {
        return (at.a.body == first && at.b.body == second) || (at.a.body == second && at.b.body == first);
    };
    const auto found = std::find_if(all.begin(), all.end(), joins);
    return found == all.end() ? nullptr : &*found;
}

const SystemSpec& checked(const SystemSpec& spec) {
    if (auto problems = graph_problems(spec); !problems.empty()) throw SpecError(std::move(problems));
    return spec;
}

template <class Kinds>
void resolve_items(Kinds kinds, const std::vector<typename Kinds::Spec>& items, const Bodies& bodies, Terms& terms,
                   std::vector<std::string>* names) {
    for (const auto& item : items)
        std::visit(
            [&]<class Spec>(const Spec& spec) {
                with_kind_of<Spec>(kinds, [&]<class K>(KindTag<K>) {
                    auto& list = std::get<std::vector<typename K::Term>>(terms);
                    const std::size_t before = list.size();
                    K::resolve(spec, bodies, list);
                    if constexpr (HasRows<K>)
                        if (names) names->push_back(list[before].name);
                });
            },
            item);
}

}  // namespace

BodyGraph::BodyGraph(const SystemSpec& spec)
    : name_(checked(spec).name), source_(spec.source), parts_(spec.bodies, spec.dimension, spec.source) {
    resolve_items(ConstraintKinds{}, spec.constraints, parts_, terms_, &constraint_names_);
    resolve_items(PotentialKinds{}, spec.potentials, parts_, terms_, nullptr);
    resolve_items(DampingKinds{}, spec.damping, parts_, terms_, nullptr);
}

std::vector<Tie> BodyGraph::ties() const {
    std::vector<Tie> ties;
    for_each_term(AllKinds{}, [&]<class K>(KindTag<K>) {
        for (const auto& term : terms<typename K::Term>()) ties.push_back(K::tie(term));
    });
    return ties;
}

int BodyGraph::track_point_of(const std::string& id) const {
    for (std::size_t i = 0; i < track_points().size(); ++i)
        if (parts_.at(track_points()[i].point.body).id == id) return static_cast<int>(i);
    return -1;
}

const Rolling* BodyGraph::rolling_of(const std::string& id) const {
    for (const Rolling& rolling : rollings())
        if (parts_.at(rolling.body).id == id) return &rolling;
    return nullptr;
}

const Link* BodyGraph::link_between(const std::string& a, const std::string& b) const {
    return find_between(links(), bodies(), a, b);
}
const Joint* BodyGraph::joint_between(const std::string& a, const std::string& b) const {
    return find_between(joints(), bodies(), a, b);
}

std::vector<std::vector<std::string>> BodyGraph::free_groups() const {
    Groups groups(bodies().size());
    const std::vector<Tie> all = ties();
    for (const Tie& tie : all)
        if (tie.a && tie.b) {
            groups.join(place(*tie.a), place(*tie.b));
            for (const Point* other : tie.more) groups.join(place(*tie.a), place(*other));
        }
    std::vector<bool> held(bodies().size(), false);
    for (std::size_t i = 0; i < bodies().size(); ++i)
        if (bodies()[i].type == BodyType::origin) held[groups.root(i)] = true;
    for (const Tie& tie : all)
        if (tie.hold == Tie::Hold::world) held[groups.root(place(*tie.a))] = true;

    std::vector<std::vector<std::string>> free;
    std::map<std::size_t, std::size_t> number;  // root -> index in `free`, groups in the order of their first body
    for (std::size_t i = 0; i < bodies().size(); ++i) {
        const std::size_t root = groups.root(i);
        if (held[root]) continue;
        const auto [entry, is_new] = number.try_emplace(root, free.size());
        if (is_new) free.emplace_back();
        free[entry->second].push_back(bodies()[i].id);
    }
    return free;
}

}  // namespace cchnn
