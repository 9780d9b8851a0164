#pragma once
// A torque between two bodies that is the same at all times: a motor about a hinge, or in a plane.
//   (1)  V   = -M theta        theta counted over turns (elements/parts/counted_angle.hpp)   [J]
//   (2)  tau = M               on b about the axis, -M on a                                  [N m]

#include "elements/element.hpp"
#include "elements/parts/counted_angle.hpp"

namespace cchnn {

struct TorqueSpec {
    AngleSpec angle;
    double torque = 0;  // N m
};
struct Torque {
    std::string name;  // "Torque wall-door"
    CountedAngle angle;
    double torque;
};

template <class C>
class ConstantTorques {
  public:
    ConstantTorques() = default;
    template <class B>
    explicit ConstantTorques(const ConstantTorques<B>& from) : torques_(converted<One>(from.torques_)) {}
    template <class Action>
    void each_number(Action&& action) {
        for (One& one : torques_) action(one.torque);
    }
    void add(const Torque& torque, std::size_t angle) { torques_.push_back({angle, torque.torque}); }
    bool empty() const { return torques_.empty(); }

    template <class Real>
    void add_energy(const Real* theta, Real& sum) const {
        for (const One& one : torques_) sum -= one.torque * theta[one.angle];
    }
    // push(angle, torque), (2)
    template <class Real, class Push>
    void each_torque(const Real*, Push&& push) const {
        for (const One& one : torques_) push(one.angle, Real(one.torque));
    }

  private:
    template <class>
    friend class ConstantTorques;
    struct One {
        std::size_t angle;
        C torque;
        One(std::size_t a, const C& m) : angle(a), torque(m) {}
        template <class From>
        explicit One(const From& from) : angle(from.angle), torque(converted<C>(from.torque)) {}
    };
    std::vector<One> torques_;
};

struct TorqueKind {
    using Spec = TorqueSpec;
    using Term = Torque;
    using NothingNarrow = void;
    template <class C>
    using Torques = ConstantTorques<C>;
    static constexpr const char* type = "Torque";
    static constexpr FileList list = FileList::potentials;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static std::vector<const CountedAngle*> angles(const Term& term) { return {&term.angle}; }
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.angle.a, .b = &term.angle.b}; }
    static void breaks(const Term& term, Symmetry& symmetry) {
        if (term.angle.across_a.weights.empty() || term.angle.across_b.weights.empty()) symmetry.turns = false;
    }
    static std::vector<VariedNumber<Spec>> varied() {
        return {{"torque", "N m", VariedProperty::Range::any, &Spec::torque}};
    }
    static void draw(const Term&, Sketch&) {}
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
