#include <algorithm>
#include <map>
#include <set>

#include "core/nearest_name.hpp"
#include "spec/findings.hpp"
#include "spec/meaning_check.hpp"

namespace cchnn {
namespace {

class GraphCheck {
  public:
    explicit GraphCheck(const SystemSpec& spec) : spec_(spec), findings_{spec.source} {}

    std::vector<Problem> run() {
        if (spec_.dimension < 1 || spec_.dimension > 3)
            findings_.add("/dimension", "must be 1 to 3, got " + std::to_string(spec_.dimension));
        for (std::size_t i = 0; i < spec_.bodies.size(); ++i) check_body(child("/bodies", i), spec_.bodies[i], i);
        check_something_moves();
        for (std::size_t i = 0; i < spec_.constraints.size(); ++i)
            std::visit([&](const auto& c) { check(child("/constraints", i), c); }, spec_.constraints[i]);
        for (std::size_t i = 0; i < spec_.potentials.size(); ++i)
            std::visit([&](const auto& p) { check(child("/potentials", i), p); }, spec_.potentials[i]);
        return std::move(findings_.problems);
    }

  private:
    void check_body(const std::string& pointer, const BodySpec& body, std::size_t i) {
        const auto [first, is_new] = index_of_.try_emplace(body.id, i);
        if (is_new)
            ids_.push_back(body.id);
        else
            findings_.add(child(pointer, "id"),
                          "'" + body.id + "' is already the id of /bodies/" + std::to_string(first->second));
        if (body.type == BodyType::origin)
            findings_.check_vector(child(pointer, "position"), body.position, spec_.dimension);
        else
            findings_.check_positive(child(pointer, "mass"), body.mass, " kg");
    }
    void check_something_moves() {
        const auto moves = [](const BodySpec& body) { return body.type != BodyType::origin; };
        if (std::none_of(spec_.bodies.begin(), spec_.bodies.end(), moves))
            findings_.add("/bodies", "needs at least one Obj0D: an Origin never moves");
    }

    void check(const std::string& pointer, const LinkSpec& link) {
        check_between(pointer, link.a, link.b, "Link");
        findings_.check_positive(child(pointer, "length"), link.length, " m");
        const auto [first, is_new] = linked_.try_emplace(std::minmax(link.a, link.b), pointer);
        if (!is_new)
            findings_.add(child(pointer, "between"),
                          "'" + link.a + "' and '" + link.b + "' are already linked by " + first->second);
    }
    void check(const std::string& pointer, const SpringSpec& spring) {
        check_between(pointer, spring.a, spring.b, "Spring");
        findings_.check_positive(child(pointer, "stiffness"), spring.stiffness, " N/m");
        findings_.check_not_negative(child(pointer, "rest_length"), spring.rest_length, " m");
    }
    void check(const std::string& pointer, const GravitySpec& gravity) {
        findings_.check_not_negative(child(pointer, "g"), gravity.g, " m/s^2");
        findings_.check_vector(child(pointer, "up"), gravity.up, spec_.dimension);
        check_unit(child(pointer, "up"), gravity.up);
    }

    void check_between(const std::string& pointer, const std::string& a, const std::string& b,
                       const std::string& kind) {
        const std::string between = child(pointer, "between");
        const bool known_a = check_known(child(between, 0), a);
        const bool known_b = check_known(child(between, 1), b);
        if (!known_a || !known_b) return;
        if (a == b)
            findings_.add(between, "a " + kind + " joins two different bodies, got '" + a + "' twice");
        else if (is_origin(a) && is_origin(b))
            findings_.add(between, "'" + a + "' and '" + b + "' are both an Origin and never move: a " + kind +
                                       " between them does nothing");
    }
    bool check_known(const std::string& pointer, const std::string& id) {
        if (index_of_.contains(id)) return true;
        findings_.add(pointer, "unknown body '" + id + "'" + suggestion(id, ids_));
        return false;
    }
    bool is_origin(const std::string& id) const { return spec_.bodies[index_of_.at(id)].type == BodyType::origin; }

    // 1e-12: an exact direction typed with 16 digits passes, one typed with 8 does not and is told the digits it lacks.
    void check_unit(const std::string& pointer, const std::vector<double>& up) {
        double square = 0;
        for (const double entry : up) square += entry * entry;
        const double length = std::sqrt(square);
        if (std::abs(length - 1) <= 1e-12 || !std::isfinite(length)) return;
        std::string unit;
        for (const double entry : up) unit += (unit.empty() ? "[" : ", ") + number_text(entry / length);
        findings_.add(pointer, "must be a unit vector, its length is " + number_text(length) +
                                   (length > 0 ? "; did you mean " + unit + "]?" : ""));
    }

    const SystemSpec& spec_;
    Findings findings_;
    std::vector<std::string> ids_;
    std::map<std::string, std::size_t> index_of_;
    std::map<std::pair<std::string, std::string>, std::string> linked_;  // pair in order of names -> pointer
};

}  // namespace

std::vector<Problem> graph_problems(const SystemSpec& spec) { return GraphCheck(spec).run(); }

}  // namespace cchnn
