#include "graph/body_graph.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

#include "core/errors.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/parts/formula/time_derivative.hpp"
#include "elements/parts/formula/time_formula.hpp"
#include "elements/rolling.hpp"
#include "elements/track.hpp"
#include "graph/groups.hpp"
#include "spec/meaning/meaning_check.hpp"

namespace cchnn {
namespace {

// A key for an unordered pair of bodies: the smaller index in the upper 32 bits, the larger one in the lower.
std::uint64_t pair_of(BodyIndex a, BodyIndex b) {
    const std::uint64_t first = index(a), second = index(b);
    return std::min(first, second) << 32 | std::max(first, second);
}

// The index of the first attachment between each pair of bodies: emplace() keeps what is there.
template <class Attachment>
std::unordered_map<std::uint64_t, std::size_t> places_by_pair(const std::vector<Attachment>& all) {
    std::unordered_map<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i) places.emplace(pair_of(all[i].a.body, all[i].b.body), i);
    return places;
}

template <class Attachment, class BodyOf>
std::unordered_map<std::uint64_t, std::size_t> places_by_body(const std::vector<Attachment>& all, BodyOf body_of) {
    std::unordered_map<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i) places.emplace(index(body_of(all[i])), i);
    return places;
}

std::optional<std::size_t> place_in(const std::unordered_map<std::uint64_t, std::size_t>& places, std::uint64_t key) {
    const auto found = places.find(key);
    return found == places.end() ? std::nullopt : std::optional(found->second);
}

// Makes the names of terms unique: a second "Link a-b" becomes "Link a-b (2)". `last_` holds the number that was given
// last for each name, so that a thousand equal names need no thousand tries each.
class Names {
  public:
    void make_own(std::string& name) {
        if (taken_.insert(name).second) return;
        int& number = last_.try_emplace(name, 1).first->second;
        std::string own;
        do own = name + " (" + std::to_string(++number) + ")";
        while (!taken_.insert(own).second);
        name = own;
    }

  private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, int> last_;
};

// Reports all problems together, before a member of the graph fails on the first one.
const SystemSpec& checked(const SystemSpec& spec, bool is_checked) {
    if (is_checked) return spec;
    if (auto problems = graph_problems(spec); !problems.empty()) throw SpecError(std::move(problems));
    return spec;
}

// Appends the terms of one list of the file to `terms`. `names`, if not null, receives the name of the first term of
// each item. Names are unique within the list.
void resolve_items(const std::vector<ItemSpec>& items, const Bodies& bodies, TermLists& terms,
                   std::vector<std::string>* names) {
    Names own_names;
    for (const ItemSpec& item : items) {
        const std::string name = resolve(
            item, bodies, [&](std::string& term) { own_names.make_own(term); }, terms);
        if (names) names->push_back(name);
    }
}

// The compiled formula of an input that is a formula of time. Null for the other signals, whose values are drawn for
// each trajectory (sample/input_signals.hpp).
struct FormulaOfSignal {
    using Formula = std::shared_ptr<const FormulaProgram>;
    Formula operator()(const FormulaSignal& signal) const { return time_formula(signal.text); }
    Formula operator()(const SampledSignal&) const { return nullptr; }
    Formula operator()(const SteppedSignal&) const { return nullptr; }
    Formula operator()(const WanderingSignal&) const { return nullptr; }
};

Input resolved(const InputSpec& spec) {
    return {spec.id, spec.unit, std::visit(FormulaOfSignal{}, spec.signal), spec.linear};
}

// How the Origins of a file move, which all do alike.
std::vector<BaseMove> resolved_moves(const SystemSpec& spec, const std::vector<Input>& inputs) {
    std::vector<BaseMove> moves;
    const auto origin = std::ranges::find_if(spec.bodies, is_origin);
    if (origin == spec.bodies.end()) return moves;
    const auto found = spec.moves.find(origin->id);
    if (found == spec.moves.end()) return moves;
    for (const MoveSpec& move : found->second) {
        const auto input = std::ranges::find(inputs, move.input, &Input::id);
        const auto first = std::make_shared<const FormulaProgram>(time_derivative(*input->formula));
        moves.push_back(
            {move.along, {input->formula, first, std::make_shared<const FormulaProgram>(time_derivative(*first))}});
    }
    return moves;
}

}  // namespace

BodyGraph::BodyGraph(const SystemSpec& spec, bool is_checked)
    : name_(checked(spec, is_checked).name), source_(spec.source), parts_(spec.bodies, spec.dimension, spec.source) {
    resolve_items(spec.constraints, parts_, terms_, &constraint_names_);
    resolve_items(spec.potentials, parts_, terms_, nullptr);
    resolve_items(spec.damping, parts_, terms_, nullptr);
    contacts_ = resolved_contacts(spec.contacts, parts_);
    for (const InputSpec& input : spec.inputs) inputs_.push_back(resolved(input));
    base_moves_ = resolved_moves(spec, inputs_);
    links_between_ = places_by_pair(links());
    joints_between_ = places_by_pair(joints());
    rollings_of_ = places_by_body(rollings(), [](const Rolling& rolling) { return rolling.body; });
    track_points_of_ =
        places_by_body(track_points(), [](const TrackPoint& track_point) { return track_point.point.body; });
}

const std::vector<Link>& BodyGraph::links() const { return terms<Link>(); }
const std::vector<Joint>& BodyGraph::joints() const { return terms<Joint>(); }
const std::vector<Rolling>& BodyGraph::rollings() const { return terms<Rolling>(); }
const std::vector<TrackPoint>& BodyGraph::track_points() const { return terms<TrackPoint>(); }

std::vector<TermCoupling> BodyGraph::couplings() const { return couplings_of(terms_); }

int BodyGraph::track_point_of(const std::string& id) const {
    const auto body = parts_.find(id);
    const auto place = body ? place_in(track_points_of_, index(*body)) : std::nullopt;
    return place ? static_cast<int>(*place) : -1;
}

const Rolling* BodyGraph::rolling_of(const std::string& id) const {
    const auto body = parts_.find(id);
    const auto place = body ? place_in(rollings_of_, index(*body)) : std::nullopt;
    return place ? &rollings()[*place] : nullptr;
}

const Link* BodyGraph::link_between(const std::string& a, const std::string& b) const {
    const auto first = parts_.find(a), second = parts_.find(b);
    const auto place = first && second ? place_in(links_between_, pair_of(*first, *second)) : std::nullopt;
    return place ? &links()[*place] : nullptr;
}

const Joint* BodyGraph::joint_between(const std::string& a, const std::string& b) const {
    const auto first = parts_.find(a), second = parts_.find(b);
    const auto place = first && second ? place_in(joints_between_, pair_of(*first, *second)) : std::nullopt;
    return place ? &joints()[*place] : nullptr;
}

std::vector<std::vector<std::string>> BodyGraph::free_groups() const {
    // A group is held if it has an Origin, or a body that a plane or curve of space holds.
    Groups groups(bodies().size());
    const std::vector<TermCoupling> all = couplings();
    for (const Coupling& coupling : all)
        if (coupling.a && coupling.b) {
            groups.join(index(coupling.a->body), index(coupling.b->body));
            for (const Point* other : coupling.more) groups.join(index(coupling.a->body), index(other->body));
        }
    std::vector<bool> held(bodies().size(), false);
    for (std::size_t i = 0; i < bodies().size(); ++i)
        if (bodies()[i].type == BodyType::origin) held[groups.root(i)] = true;
    for (const Coupling& coupling : all)
        if (coupling.relation == Coupling::Relation::environment) held[groups.root(index(coupling.a->body))] = true;

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
