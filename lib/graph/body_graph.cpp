#include "graph/body_graph.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "spec/meaning_check.hpp"

namespace cchnn {
namespace {

int nodes_of(BodyType type) {
    switch (type) {
        case BodyType::origin:
            return 0;
        case BodyType::obj0d:
            return 1;
    }
    return 0;
}

// Sets of bodies that grow together (union-find).
class Groups {
  public:
    explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
    std::size_t root(std::size_t i) const {
        while (parent_[i] != i) i = parent_[i];
        return i;
    }
    void join(const Point& a, const Point& b) { parent_[root(at(a))] = root(at(b)); }

  private:
    static std::size_t at(const Point& point) { return static_cast<std::size_t>(index(point.body)); }
    std::vector<std::size_t> parent_;
};

}  // namespace

BodyGraph::BodyGraph(const SystemSpec& spec) : name_(spec.name), source_(spec.source), dimension_(spec.dimension) {
    if (auto problems = graph_problems(spec); !problems.empty()) throw SpecError(std::move(problems));
    for (const BodySpec& body : spec.bodies) {
        const int count = nodes_of(body.type);
        bodies_.push_back({body.id, body.type, body.mass, count > 0 ? node_count_ : -1, count, body.position});
        node_count_ += count;
    }
    for (const ConstraintSpec& constraint : spec.constraints) {
        const LinkSpec& link = std::get<LinkSpec>(constraint);
        links_.push_back({"Link " + link.a + "-" + link.b, point_of(link.a), point_of(link.b), link.length});
    }
    for (const PotentialSpec& potential : spec.potentials) {
        if (const auto* gravity = std::get_if<GravitySpec>(&potential)) gravities_.push_back({gravity->g, gravity->up});
        if (const auto* spring = std::get_if<SpringSpec>(&potential))
            springs_.push_back({"Spring " + spring->a + "-" + spring->b, point_of(spring->a), point_of(spring->b),
                                spring->stiffness, spring->rest_length});
    }
}

const Body& BodyGraph::body(const std::string& id) const {
    std::vector<std::string> ids;
    for (const Body& body : bodies_) {
        if (body.id == id) return body;
        ids.push_back(body.id);
    }
    throw SpecError(source_, "unknown body '" + id + "'" + suggestion(id, ids));
}

const Link* BodyGraph::link_between(const std::string& a, const std::string& b) const {
    const auto id = [&](const Point& point) { return bodies_[static_cast<std::size_t>(index(point.body))].id; };
    const auto joins = [&](const Link& link) {
        return (id(link.a) == a && id(link.b) == b) || (id(link.a) == b && id(link.b) == a);
    };
    const auto found = std::find_if(links_.begin(), links_.end(), joins);
    return found == links_.end() ? nullptr : &*found;
}

std::vector<std::vector<std::string>> BodyGraph::free_groups() const {
    Groups groups(bodies_.size());
    for (const Link& link : links_) groups.join(link.a, link.b);
    for (const Spring& spring : springs_) groups.join(spring.a, spring.b);

    std::vector<bool> held(bodies_.size(), false);
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        if (bodies_[i].type == BodyType::origin) held[groups.root(i)] = true;

    std::vector<std::vector<std::string>> free;
    std::map<std::size_t, std::size_t> place;  // root -> index in `free`, groups in the order of their first body
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const std::size_t root = groups.root(i);
        if (held[root]) continue;
        const auto [entry, is_new] = place.try_emplace(root, free.size());
        if (is_new) free.emplace_back();
        free[entry->second].push_back(bodies_[i].id);
    }
    return free;
}

Point BodyGraph::point_of(const std::string& id) const {
    const Body& body = this->body(id);
    const BodyIndex at{static_cast<int>(&body - bodies_.data())};
    if (body.type == BodyType::origin) return {at, {}, body.position};
    return {at, {{NodeIndex{body.first_node}, 1.0}}, std::vector<double>(static_cast<std::size_t>(dimension_), 0.0)};
}

}  // namespace cchnn
