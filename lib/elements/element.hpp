#pragma once
// The questions that every kind of an item of a system file answers, all in one pair of files, so that code which
// asks them needs no change for a new kind. A kind is a struct of static members and is never made as an object:
//
//   written     type, list, Spec, fields         the word after "type", the list it stands in, its keys
//                                                (parts/reading/fields.hpp)
//   meaning     what its fields say              names that exist, ranges, what is not allowed
//               and check()                      if there is more
//   resolved    Term                             names -> points and numbers: a name, and then what the fields set
//               or resolve()                     if a term is more, or a Spec becomes several terms
//   couplings   coupling()                       which bodies are connected, and how
//   energy      energy                           whether it conserves energy, dissipates it, or does no work
//   graph       what its fields say              what it joins and with which numbers, for /system/edges of datasets
//               or edges()                       if its edges are others
//   physics     PaperRows and solver rows        of a constraint: paper_rows(), solver_rows() or TakesPaperRows
//               or add_constant_force()          of a potential whose force is the same everywhere
//               or Forces                        of one that depends on the state: energy and force side by side
//               or Torques                       of one of counted angles: energy and torque side by side
//               or Dissipation                   of a Rayleigh function: a force that takes energy
//               or GyroscopicForces              of one that depends on velocities and does no work
//               or Inertia                       of a Lagrangian: accelerations, kinetic and potential energy
//   narrow      NothingNarrow                    what a step of an integrator could pass without seeing it: nothing
//               or show_centres()                of Forces or Dissipation: centres where a force reverses or grows
//               or show_reversals()              of Dissipation: velocities at whose zero its derivative jumps
//               or cells()                       of a curve, and the lengths within which it bends
//   breaks      breaks()                         which symmetries are gone, and so which momenta
//   looks       draw()                           its part of a picture
//   reads       formula, ends()                  its part of `cchnn-gen show`: of a constraint
//               or formula, line()               of a force with one line for each term
//               or explain()                     of others
//   size        add_lengths()                    lengths that say how large the system is
//
// A kind that leaves a question out does not compile: a static_assert below names the question. Answers that
// most kinds share come from a base (kind_bases.hpp). Kinds that resolve to the same Term answer for it once,
// by the first of them in the list. The rest of the program asks items.hpp about items of a file and terms.hpp
// about a compiled system, and knows no kind. To add a kind: its pair of files, its line in
// constraint_kinds.hpp or force_kinds.hpp, its entry in the schema and in schemas/system/, and a second,
// independent answer in judge/.

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "elements/parts/angle_spec.hpp"
#include "elements/parts/bodies.hpp"
#include "elements/parts/constraint_row.hpp"
#include "elements/parts/coupling.hpp"
#include "elements/parts/drawing.hpp"
#include "elements/parts/edge.hpp"
#include "elements/parts/item_spec.hpp"
#include "elements/parts/mean_length.hpp"
#include "elements/parts/reading/checking.hpp"
#include "elements/parts/reading/fields.hpp"
#include "elements/parts/reading/units.hpp"
#include "elements/parts/solver_row.hpp"
#include "elements/parts/symmetry.hpp"

namespace cchnn {

class CurveCells;

// One concept for each question, in the order of the table. They are asked by answers_all() and, where an
// answer is optional, by the functions that use it.
template <class K>
concept IsWritten = requires {
    { K::type } -> std::convertible_to<std::string>;
    { K::list } -> std::convertible_to<FileList>;
    std::tuple_size<decltype(K::fields)>::value;
    typename K::Spec;
};
template <class K>
concept HasMeaning = requires(const typename K::Spec& spec, const std::string& pointer, Checking& checking) {
    K::check(spec, pointer, checking);
};
template <class K>
concept HasResolve = requires(const typename K::Spec& spec, const Bodies& bodies,
                              std::vector<typename K::Term>& terms) {
    K::resolve(spec, bodies, terms);
};
template <class K>
concept HasCoupling = requires(const typename K::Term& term) {
    { K::coupling(term) } -> std::same_as<Coupling>;
};
template <class K>
concept SaysWhatBecomesOfEnergy = std::same_as<decltype(K::energy), const Energy>;
template <class K>
concept HasEdges = requires(const typename K::Spec& spec, const Bodies& bodies, std::vector<Edge>& edges) {
    K::edges(spec, bodies, edges);
};
template <class K>
concept HasRows = requires(const typename K::Term& term, PaperRows& paper) {
    K::paper_rows(term, paper);
};
template <class K>
concept HasSolverRows = requires(const typename K::Term& term, int dimension, std::vector<SolverRow>& rows) {
    K::solver_rows(term, dimension, rows);
};
template <class K>
concept TakesPaperRows = requires {
    typename K::TakesPaperRows;
};
template <class K>
concept HasConstantForce = requires(const typename K::Term& term, const Bodies& bodies, std::vector<Exact>& force) {
    K::add_constant_force(term, bodies, force);
};
// Tables of all terms of a system with which kernels compute forces. A table is declared beside its kind and
// defined in elements/tables/; tables.hpp there says which functions it has.
template <class K>
concept HasForces = requires {
    typename K::template Forces<double>;
};
template <class K>
concept HasDissipation = requires {
    typename K::template Dissipation<double>;
};
template <class K>
concept HasGyroscopicForces = requires {
    typename K::template GyroscopicForces<double>;
};
// Accelerations and both energies of a Lagrangian.
template <class K>
concept HasInertia = requires {
    typename K::template Inertia<double>;
};
template <class K>
concept HasAngles = requires(const typename K::Term& term) {
    { K::angles(term) } -> std::same_as<std::vector<const CountedAngle*>>;
};
// Angles whose hinge is looked for but that are not counted over turns, as those of wheels.
template <class K>
concept HasHinges = requires(const typename K::Term& term) {
    { K::hinges(term) } -> std::same_as<std::vector<const CountedAngle*>>;
};
// A table of forces that depend on counted angles alone (parts/counted_angle.hpp).
template <class K>
concept HasTorques = HasAngles<K> && requires {
    typename K::template Torques<double>;
};
template <class K>
concept HasPhysics = (HasRows<K> && HasSolverRows<K> != TakesPaperRows<K>) || HasConstantForce<K> || HasForces<K> ||
                     HasTorques<K> || HasDissipation<K> || HasGyroscopicForces<K> || HasInertia<K>;
// Dissipation and gyroscopic forces both depend on velocities: the answer to the question of energy must say
// which of the two the kind has.
template <class K>
concept EnergyFitsPhysics = (K::energy == Energy::dissipates) == HasDissipation<K> &&
                            (K::energy == Energy::does_no_work) == HasGyroscopicForces<K> &&
                            (K::energy == Energy::by_lagrangian) == HasInertia<K>;
template <class K>
concept HasCells = requires(const typename K::Term& term) {
    { K::cells(term) } -> std::same_as<const CurveCells&>;
};
template <class K>
concept NothingNarrow = requires {
    typename K::NothingNarrow;
};
// A table of forces answers by showing its centres (elements/tables/tables.hpp).
template <class K>
concept SaysWhatIsNarrow = HasForces<K> || HasDissipation<K> || HasCells<K> || NothingNarrow<K>;
template <class K>
concept SaysWhatItBreaks = requires(const typename K::Term& term, Symmetry& symmetry) {
    K::breaks(term, symmetry);
};
template <class K>
concept IsDrawn = requires(const typename K::Term& term, Sketch& sketch) {
    K::draw(term, sketch);
};
template <class K>
concept ReadsAsRows = requires(const typename K::Term& term, const Bodies& bodies) {
    { K::formula } -> std::convertible_to<std::string>;
    { K::ends(term, bodies) } -> std::same_as<std::string>;
};
template <class K>
concept ReadsByLine = requires(const typename K::Term& term, const Bodies& bodies, const Units& units) {
    { K::formula } -> std::convertible_to<std::string>;
    { K::line(term, bodies, units) } -> std::same_as<std::string>;
};
template <class K>
concept ReadsAsForce = requires(const std::vector<const typename K::Spec*>& specs,
                                const std::vector<typename K::Term>& terms, const Bodies& bodies, const Units& units) {
    { K::explain(specs, terms, bodies, units) } -> std::same_as<std::string>;
};
template <class K>
concept SaysHowLong = requires(const typename K::Term& term, MeanLength& lengths) {
    K::add_lengths(term, lengths);
};

// Asked by KindList for each kind. Each static_assert names the question that has no answer.
template <class K>
constexpr bool answers_all() {
    static_assert(IsWritten<K>, "written: a kind has type, list, Spec and fields");
    static_assert(HasResolve<K> || std::is_aggregate_v<typename K::Term>,
                  "resolved: a kind has resolve(), or a Term that is its name and what its fields set");
    static_assert(HasCoupling<K>, "couplings: a kind has coupling()");
    static_assert(SaysWhatBecomesOfEnergy<K>, "energy: a kind has energy");
    static_assert(
        HasPhysics<K>,
        "physics: a kind has paper_rows() with solver_rows() or TakesPaperRows, add_constant_force(), Forces, "
        "Torques, Dissipation, GyroscopicForces or Inertia");
    if constexpr (SaysWhatBecomesOfEnergy<K>)
        static_assert(EnergyFitsPhysics<K>,
                      "energy: a kind that dissipates has Dissipation, one that does no work has GyroscopicForces");
    static_assert(SaysWhatIsNarrow<K>, "narrow: a kind has NothingNarrow, show_centres(), show_reversals() or cells()");
    static_assert(SaysWhatItBreaks<K>, "breaks: a kind has breaks()");
    static_assert(IsDrawn<K>, "looks: a kind has draw()");
    static_assert(ReadsAsRows<K> || ReadsByLine<K> || ReadsAsForce<K>,
                  "reads: a kind has formula and ends() or line(), or explain()");
    static_assert(SaysHowLong<K>, "size: a kind has add_lengths(), which may add none");
    return true;
}

}  // namespace cchnn
