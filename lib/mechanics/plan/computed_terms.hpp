#pragma once
// The terms of the constraint Jacobian that depend on the state in more than a separation: bodies that roll
// (mechanics/rows/rolling_terms.hpp), points on curves (track_terms.hpp), ropes (rope_terms.hpp), gears
// (gear_terms.hpp), racks (rack_terms.hpp) and equations of the file (formula_terms.hpp). Each struct says which terms of
// SolvePlanOf they are, and in which slots of the pools of RowValues the kernels write g and h. SolvePlanOf owns them.

#include <array>
#include <memory>
#include <vector>

#include "elements/parts/constants.hpp"
#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

class Curve;

// Rolling of a body, (1) of rolling_terms.hpp for one of its axes; indices of terms and slots refer to the pools of
// RowValues. `radius` is in m, `across` is n: a unit vector in the plane of the ground, and `up` is the normal of it.
template <class C>
struct RollingTerm {
    int term, slot, rate_slot;
    C radius;
    std::array<C, 3> across, up;
    RollingTerm() = default;
    RollingTerm(int t, const C& r, const std::array<C, 3>& a, const std::array<C, 3>& u)
        : term(t), slot(0), rate_slot(0), radius(r), across(a), up(u) {}

    static constexpr auto members = std::tuple(&RollingTerm::term, &RollingTerm::slot, &RollingTerm::rate_slot,
                                               &RollingTerm::radius, &RollingTerm::across, &RollingTerm::up);
};
// The directions r_1, r_2 of (2) of rolling_terms.hpp: two in the plane of a disk in space, `up` then being the normal
// of the ground, or any two in the plane that a row keeps parallel.
template <class C>
struct UprightTerms {
    std::array<int, 2> term, slot, rate_slot;
    std::array<C, 3> up;
    UprightTerms() = default;
    UprightTerms(const std::array<int, 2>& t, const std::array<C, 3>& u) : term(t), slot{}, rate_slot{}, up(u) {}

    static constexpr auto members =
        std::tuple(&UprightTerms::term, &UprightTerms::slot, &UprightTerms::rate_slot, &UprightTerms::up);
};

// All terms of both sorts, of one plan.
template <class C>
struct RollingTerms {
    std::vector<RollingTerm<C>> rolling;
    std::vector<UprightTerms<C>> upright;
    bool empty() const { return rolling.empty() && upright.empty(); }

    static constexpr auto members = std::tuple(&RollingTerms::rolling, &RollingTerms::upright);
};

// One row of a point on a curve: its component along normal n_j of the curve, (1) of track_terms.hpp.
struct TrackTerm {
    int row, term, slot, rate_slot;
    int across;  // j
};
// The rows of one point on a curve: d-1, or fewer where some depend on other constraints.
struct TrackTerms {
    int track;  // index of its parameter s in the state
    std::shared_ptr<const Curve> curve;
    std::vector<TrackTerm> rows;
};

// One straight piece of a rope. Planned row `row` sums their lengths; its residual already contains that of the `first`
// piece.
struct RopeTerm {
    int row, term, slot, rate_slot;
    bool first;
};

// A gear: terms first .. first + 3 are the body directions m (b and a of the first angle, b and a of the second); in
// space first + 4 .. first + 7 are the axes u of the same bodies.
template <class C>
struct GearTerms {
    int row, first;
    std::array<int, 8> slot{}, rate_slot{};
    std::array<int, 2> teeth;   // p > 0, q
    C share[4]{};               // weight of each m's rotation: 1, -1, q/p, -q/p
    C cosine, sine, one_tooth;  // of p phase; 1/p
    GearTerms() = default;
    GearTerms(int k, int t, const std::array<int, 2>& pq, const C& c, const C& s)
        : row(k), first(t), teeth(pq), cosine(c), sine(s), one_tooth(C(1.0) / C(double(pq[0]))) {
        const C ratio = C(double(pq[1])) * one_tooth;
        share[0] = C(1.0);
        share[1] = C(-1.0);
        share[2] = ratio;
        share[3] = -ratio;
    }

    static constexpr auto members =
        std::tuple(&GearTerms::row, &GearTerms::first, &GearTerms::slot, &GearTerms::rate_slot, &GearTerms::teeth,
                   &GearTerms::share, &GearTerms::cosine, &GearTerms::sine, &GearTerms::one_tooth);
};

// A rack: terms first, first + 1 are the directions m_b, m_a of its wheel, in space first + 2, first + 3 their axes u.
// Terms `way` and way + 1 are the separation r of the two points and the direction w along the rack; each is the
// gradient with respect to the other.
template <class C>
struct RackTerms {
    int row, first, way;
    std::array<int, 4> slot{}, rate_slot{};
    C share[2];                              // weight of each m's rotation: -radius, radius
    C radius, inverse_radius, cosine, sine;  // the last two of the phase
    RackTerms() = default;
    RackTerms(int k, int t, int w, const C& r, const C& c, const C& s)
        : row(k), first(t), way(w), share{-r, r}, radius(r), inverse_radius(C(1.0) / r), cosine(c), sine(s) {}

    static constexpr auto members = std::tuple(&RackTerms::row, &RackTerms::first, &RackTerms::way, &RackTerms::slot,
                                               &RackTerms::rate_slot, &RackTerms::share, &RackTerms::radius,
                                               &RackTerms::inverse_radius, &RackTerms::cosine, &RackTerms::sine);
};

// An equation that the file writes as a formula: terms first, first + 1, ... are its points, and so are slots.
template <class C>
struct FormulaTerms {
    int row, first, points, slot = 0, rate_slot = 0;
    EquationOf<C> equation;

    static constexpr auto members = std::tuple(&FormulaTerms::row, &FormulaTerms::first, &FormulaTerms::points,
                                               &FormulaTerms::slot, &FormulaTerms::rate_slot, &FormulaTerms::equation);
};

}  // namespace cchnn
