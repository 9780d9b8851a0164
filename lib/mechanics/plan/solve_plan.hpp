#pragma once
// The compiled form of the constraint Jacobian: which terms, masses and array slots a set of solver rows needs. Kernels
// and projections loop over it (mechanics/rows/row_values.hpp); everything in it is constant. SystemConstants owns the
// plan of a system.
//
//   (1)  G_k = sum_t g_t w_t^T                               terms t of row k
//   (2)  (G M^-1 G^T)_kl = sum_tu (w_t^T M^-1 w_u) (g_t . g_u)  a constant times a dot product, one pair for links
//   (3)  (G G^T)_kl      = sum_tu (w_t . w_u)      (g_t . g_u)  the same in the plain metric, for sampling
//
// w_t are constant weights on nodes, g_t vectors that depend on the state. The g_t and their rates h_t are read from
// two arrays (pools) of slots: slot t < terms holds the separation r_t (or its rate), further slots hold constant
// normals (or zero), then what rolling_terms.hpp, track_terms.hpp, rope_terms.hpp, gear_terms.hpp, rack_terms.hpp and
// formula_terms.hpp compute. For a product r_a . r_b the first term reads the slot of the second, and the other way round.
//
// Velocity-level (nonholonomic) constraints such as rolling take part in every solve with G. Where positions are
// projected onto Phi = 0, decouple() sets their entries of (2) and (3) to zero and their diagonal to 1.

#include <vector>

#include "core/to_size.hpp"
#include "elements/parts/separation_table.hpp"
#include "elements/parts/solver_row.hpp"
#include "mechanics/plan/computed_terms.hpp"
#include "mechanics/plan/ldlt_pattern.hpp"

namespace cchnn {

// A sparse (n, n) matrix acting on nodes: the entries of each row. M and M^-1 couple the nodes of one body only.
using NodeMatrix = std::vector<std::vector<NodeWeight>>;

// One term pair of (2) and (3): the constants w_t^T M^-1 w_u (`mass`) and w_t . w_u (`plain`), and where g_t, g_u are.
template <class C>
struct CouplingTerm {
    C mass = C(0.0), plain = C(0.0);
    int t = 0, u = 0;            // terms
    int slot_t = 0, slot_u = 0;  // of g_t, g_u

    static constexpr auto members = std::tuple(&CouplingTerm::mass, &CouplingTerm::plain, &CouplingTerm::t,
                                               &CouplingTerm::u, &CouplingTerm::slot_t, &CouplingTerm::slot_u);
};

// Numbers in C (elements/parts/constants.hpp).
template <class C>
struct SolvePlanOf {
    std::vector<int> row;               // index in the list of solver rows, in elimination order
    std::vector<SolverRow::Kind> kind;  // of each planned row
    std::vector<int> term_begin{0};     // terms of row k: term_begin[k] .. term_begin[k+1]
    std::vector<C> target, scale;       // of each planned row
    SeparationTableOf<C> separations;   // one per term
    std::vector<int> slot, rate_slot;   // where g_t and h_t are
    std::vector<char> repeats;          // term t has the separation of t - 1, as within one Joint
    std::vector<C> normals;             // (constants, d): slots terms, terms + 1, ...
    RollingTerms<C> rolling;
    std::vector<TrackTerms> tracks;  // points on curves that have a row
    std::vector<RopeTerm> ropes;     // pieces of all ropes
    std::vector<GearTerms<C>> gears;
    std::vector<RackTerms<C>> racks;
    std::vector<FormulaTerms<C>> formulas;
    std::vector<int> slide_rows;                              // planned rows that are sums of two products
    std::vector<int> velocity_rows;                           // planned velocity-level rows
    std::vector<int> velocity_couplings, velocity_diagonals;  // their entries in the pattern's order
    std::size_t gear_terms = 0;                               // of each gear: 4, in space 8
    std::size_t rack_terms = 0;                               // computed terms of each rack: 2, in space 4
    LdltPattern pattern;
    std::vector<int> coupling_begin{0};  // products of the pattern's entry e: coupling_begin[e] .. [e+1]
    std::vector<CouplingTerm<C>> coupling;

    int size() const { return count_of(row); }
    bool on_positions(std::size_t k) const { return cchnn::on_positions(kind[k]); }
    // Whether g_t is constant, the normal of a fixed plane or axis: its rate is zero.
    bool constant_gradient(std::size_t t) const { return rate_slot[t] == term_count(); }
    int term_count() const { return count_of(slot); }
    int computed_count() const {
        std::size_t count = rolling.rolling.size() + 2 * rolling.upright.size() + ropes.size();
        for (const TrackTerms& track : tracks) count += track.rows.size();
        count += gears.size() * gear_terms + racks.size() * rack_terms;
        for (const FormulaTerms<C>& formula : formulas) count += to_size(formula.points);
        return static_cast<int>(count);
    }
    // Removes velocity-level rows from a matrix (2) or (3) whose positions are to be projected.
    template <class Real>
    void decouple(Real* a) const {
        for (int e : velocity_couplings) a[e] = Real(0.0);
        for (int e : velocity_diagonals) a[e] = Real(1.0);
    }

    static constexpr auto members = std::tuple(
        &SolvePlanOf::row, &SolvePlanOf::kind, &SolvePlanOf::term_begin, &SolvePlanOf::target, &SolvePlanOf::scale,
        &SolvePlanOf::separations, &SolvePlanOf::slot, &SolvePlanOf::rate_slot, &SolvePlanOf::repeats,
        &SolvePlanOf::normals, &SolvePlanOf::rolling, &SolvePlanOf::tracks, &SolvePlanOf::ropes, &SolvePlanOf::gears,
        &SolvePlanOf::racks, &SolvePlanOf::formulas, &SolvePlanOf::slide_rows, &SolvePlanOf::velocity_rows,
        &SolvePlanOf::velocity_couplings, &SolvePlanOf::velocity_diagonals, &SolvePlanOf::gear_terms,
        &SolvePlanOf::rack_terms, &SolvePlanOf::pattern, &SolvePlanOf::coupling_begin, &SolvePlanOf::coupling);
};
using SolvePlan = SolvePlanOf<double>;

// Compiles the rows `chosen`, indices of `rows`. With `reorder` they are planned in the order of elimination_order(),
// which keeps L sparse. Without it they keep the order of `chosen`, for callers that number rows themselves: the
// analysis of rank, which decides by order which row depends on which, solver_row_selection.cpp, and the rows outside
// a tree. `like`, if not null, is the plan of another member of the family: its order is taken where M^-1 couples the
// same rows, which gives that order.
SolvePlanOf<Exact> solve_plan(const std::vector<SolverRow>& rows, const std::vector<int>& chosen,
                              const NodeMatrix& inverse_mass, int dimension, bool reorder,
                              const SolvePlanOf<Exact>* like = nullptr);

}  // namespace cchnn
