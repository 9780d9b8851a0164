#include <algorithm>
#include <set>

#include "spec/attachment_meaning.hpp"

namespace cchnn {
namespace {

class PotentialCheck {
  public:
    PotentialCheck(const SystemSpec& spec, const BodyTable& bodies, Findings& findings)
        : spec_(spec), bodies_(bodies), findings_(findings) {}

    void run() {
        for (std::size_t i = 0; i < spec_.potentials.size(); ++i)
            std::visit([&](const auto& p) { check(child("/potentials", i), p); }, spec_.potentials[i]);
    }

  private:
    void check(const std::string& pointer, const GravitySpec& gravity) {
        findings_.check_not_negative(child(pointer, "g"), gravity.g, " m/s^2");
        findings_.check_vector(child(pointer, "up"), gravity.up, spec_.dimension);
        findings_.check_unit(child(pointer, "up"), gravity.up);
    }
    void check(const std::string& pointer, const SpringSpec& spring) {
        check_between(pointer, spring.a, spring.b, "a Spring", bodies_, findings_);
        findings_.check_positive(child(pointer, "stiffness"), spring.stiffness, " N/m");
        findings_.check_not_negative(child(pointer, "rest_length"), spring.rest_length, " m");
    }
    void check(const std::string& pointer, const NewtonianSpec& newtonian) {
        findings_.check_positive(child(pointer, "gravitational_constant"), newtonian.gravitational_constant,
                                 " m^3/(kg s^2)");
        const std::string list = child(pointer, "bodies");
        if (newtonian.bodies.size() < 2)
            findings_.add(list, "must have at least 2 entries, got " + std::to_string(newtonian.bodies.size()));
        std::set<std::string> seen;
        bool moves = false;
        for (std::size_t i = 0; i < newtonian.bodies.size(); ++i) {
            const std::string& id = newtonian.bodies[i];
            const bool attracts = check_attracts(child(list, i), id);
            if (!seen.insert(id).second) findings_.add(child(list, i), "'" + id + "' is listed twice");
            moves = moves || !attracts || !is_origin(bodies_.at(id));
        }
        if (!moves && !newtonian.bodies.empty())
            findings_.add(list, "needs at least one body that moves: an Origin never does");
    }
    // False when the body is unknown.
    bool check_attracts(const std::string& pointer, const std::string& id) {
        if (!bodies_.check_known(pointer, id, findings_)) return false;
        const BodySpec& body = bodies_.at(id);
        if (is_origin(body) && body.mass == 0)
            findings_.add(pointer, "'" + id + "' is an Origin without mass and attracts nothing: give it a 'mass'");
        return true;
    }
    void check(const std::string& pointer, const DipoleSpec& dipole) {
        if (spec_.dimension != 3)
            findings_.add(child(pointer, "type"), "a Dipole needs dimension 3, got " + std::to_string(spec_.dimension));
        const std::string body = child(pointer, "body");
        if (bodies_.check_moves(body, dipole.body, findings_) && bodies_.at(dipole.body).type != BodyType::obj0d)
            findings_.add(body,
                          "must be an Obj0D, '" + dipole.body + "' is an " + type_name(bodies_.at(dipole.body).type));
        bodies_.check_origin(child(pointer, "pivot"), dipole.pivot, findings_);
        findings_.check_finite(child(pointer, "moment"), dipole.moment);
        findings_.check_positive(child(pointer, "mu0"), dipole.mu0, " N/A^2");
        const std::string magnets = child(pointer, "magnets");
        if (dipole.magnets.empty()) findings_.add(magnets, "needs at least one magnet");
        for (std::size_t i = 0; i < dipole.magnets.size(); ++i) {
            findings_.check_vector(child(child(magnets, i), "position"), dipole.magnets[i].position, 3);
            findings_.check_vector(child(child(magnets, i), "moment"), dipole.magnets[i].moment, 3);
        }
    }

    const SystemSpec& spec_;
    const BodyTable& bodies_;
    Findings& findings_;
};

}  // namespace

void check_potentials(const SystemSpec& spec, const BodyTable& bodies, Findings& findings) {
    PotentialCheck(spec, bodies, findings).run();
}

void check_damping(const SystemSpec& spec, const BodyTable& bodies, Findings& findings) {
    for (std::size_t i = 0; i < spec.damping.size(); ++i) {
        const DampingSpec& damping = spec.damping[i];
        const std::string pointer = child("/damping", i);
        bodies.check_moves(child(pointer, "body"), damping.body, findings);
        findings.check_not_negative(child(pointer, "coefficient"), damping.coefficient,
                                    damping.pivot ? " N m s" : " N s/m");
        if (!damping.pivot) continue;
        bodies.check_origin(child(pointer, "about"), *damping.pivot, findings);
        if (spec.dimension == 1)
            findings.add(child(pointer, "about"), "angular velocity needs dimension 2 or 3: leave it out");
    }
}

}  // namespace cchnn
