#pragma once
// The answers (element.hpp) that most kinds of a list share. A kind derives from one of these bases and gives
// only those answers that differ: an answer of its own hides that of its base.

#include "elements/element.hpp"

namespace cchnn {

template <class S, class T, FileList where, Energy becomes>
struct KindOf {
    using Spec = S;
    using Term = T;
    static constexpr FileList list = where;
    static constexpr Energy energy = becomes;
    static void add_lengths(const Term&, MeanLength&) {}
};

// Base of constraints. Only a curve has something narrow, its cells.
template <class S, class T>
struct ConstraintOf : KindOf<S, T, FileList::constraints, Energy::conserves> {
    using NothingNarrow = void;
};

// Base of forces: most of them are not drawn, and each line of `show` has its own formula.
template <class S, class T, FileList where = FileList::potentials, Energy becomes = Energy::conserves>
struct PotentialOf : KindOf<S, T, where, becomes> {
    static constexpr const char* formula = "";
    static void draw(const T&, Sketch&) {}
};
template <class S, class T>
struct DampingOf : PotentialOf<S, T, FileList::damping, Energy::dissipates> {};

// For a kind that acts between the points `a` and `b` of its term; `Kind` is one of the bases above.
template <class Kind>
struct BetweenPoints : Kind {
    using Term = typename Kind::Term;
    static Coupling coupling(const Term& term) {
        return {.relation = Coupling::Relation::force, .a = &term.a, .b = &term.b};
    }
    static void breaks(const Term& term, Symmetry& symmetry) {
        symmetry.hold(term.a);
        symmetry.hold(term.b);
    }
};

// For a force on the point `on` of its term by something that is no body.
template <class Kind>
struct OnPoint : Kind {
    using Term = typename Kind::Term;
    static Coupling coupling(const Term&) { return {}; }
    static void draw(const Term& term, Sketch& sketch) { sketch.attach(term.on); }
};

// For a force about the counted angle `angle` of its term.
template <class Kind>
struct AboutAngle : Kind {
    using Term = typename Kind::Term;
    using NothingNarrow = void;
    static std::vector<const CountedAngle*> angles(const Term& term) { return {&term.angle}; }
    static Coupling coupling(const Term& term) {
        return {.relation = Coupling::Relation::force, .a = &term.angle.a, .b = &term.angle.b};
    }
    static void breaks(const Term& term, Symmetry& symmetry) { symmetry.turn(term.angle); }
};

}  // namespace cchnn
