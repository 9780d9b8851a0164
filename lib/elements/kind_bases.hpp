#pragma once
// What most kinds of a list answer alike (element.hpp). A kind derives from one of these and says what is different: an answer
// of its own hides that of its base.

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

// A curve alone has more to see, its cells().
template <class S, class T>
struct ConstraintOf : KindOf<S, T, FileList::constraints, Energy::conserves> {
    using NothingNarrow = void;
};

// Of forces most are not seen, and each line says its own formula.
template <class S, class T, FileList where = FileList::potentials, Energy becomes = Energy::conserves>
struct PotentialOf : KindOf<S, T, where, becomes> {
    static constexpr const char* formula = "";
    static void draw(const T&, Sketch&) {}
};
template <class S, class T>
struct DampingOf : PotentialOf<S, T, FileList::damping, Energy::dissipates> {};

// Between two points a and b of its term: `Kind` is one of the above.
template <class Kind>
struct BetweenPoints : Kind {
    using Term = typename Kind::Term;
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.a, .b = &term.b}; }
    static void breaks(const Term& term, Symmetry& symmetry) {
        symmetry.hold(term.a);
        symmetry.hold(term.b);
    }
};

// On a point of a body, `on` of its term, by something that is no body.
template <class Kind>
struct OnPoint : Kind {
    using Term = typename Kind::Term;
    using NothingNarrow = void;
    static Tie tie(const Term&) { return {}; }
    static void draw(const Term& term, Sketch& sketch) { sketch.attach(term.on); }
};

// About a counted angle, `angle` of its term.
template <class Kind>
struct AboutAngle : Kind {
    using Term = typename Kind::Term;
    using NothingNarrow = void;
    static std::vector<const CountedAngle*> angles(const Term& term) { return {&term.angle}; }
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.angle.a, .b = &term.angle.b}; }
    static void breaks(const Term& term, Symmetry& symmetry) { symmetry.turn(term.angle); }
};

}  // namespace cchnn
