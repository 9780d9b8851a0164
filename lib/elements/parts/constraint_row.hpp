#pragma once
// One row of the paper's Phi, and lists of rows as kinds of constraints hand them over.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "elements/parts/formula/formula_step.hpp"
#include "elements/parts/separation.hpp"

namespace cchnn {

class Curve;

// One row of the paper's Phi, for all kinds of rows; `kind` says which members count. mechanics/rows/row_reader.hpp has
// its value and its rate (dPhi/dx) v, for datasets and checks of states; integrate/derived_arrays.hpp forms the row of
// dPhi/dx from rates. The rows that are solved for are those of solver_row.hpp.
struct ConstraintRow {
    enum class Kind {
        distance,
        component,
        linear,
        triple_product,
        track,
        rolling,
        perpendicular,
        crossed,
        rope,
        gear,
        rack,
        slides,
        formula,
        formula_rate
    } kind = Kind::distance;
    std::string name;             // "Link pivot-bob1", "Joint pivot-top, y"
    Separation separation;        // r; triple_product: r_1; rolling: the centre
    int axis = 0;                 // component: which one; the row is r[axis]  [m], or [1] for directions
    double length = 0;            // distance, rope: m
    Exact square = 0.0;           // distance: length^2 as the row uses it; the row is |r|^2 - square  [m^2]
    Exact target = 0.0;           // rope: length without pieces between fixed points; slides: offset  [m]
    bool independent = true;      // in a largest independent set of rows
    std::vector<Exact> normal{};  // (d) linear: the row is normal . r; rolling: across_j
    std::vector<Exact> up{};      // (3) triple_product, rolling
    std::vector<Separation>
        axes{};          // triple_product, perpendicular, crossed: r_2; rolling: r_i; rope: pieces after the first
    Exact radius = 0.0;  // rolling, rack: m
    int track = -1, across = 0;            // track: which point on a curve, and which normal j
    std::shared_ptr<const Curve> curve{};  // track
    // formula, formula_rate: r and `axes` are its points; a row in metres, (1) of mechanics/rows/formula_terms.hpp
    std::shared_ptr<const Equation> equation{};
    // gear: r is m_b of the first angle, `axes` are m_a of it, m_b, m_a of the second, and in space their u likewise
    // slides: r . r_1 + r_2 . r_3 with the axes r_1, r_2, r_3
    // rack: r is m_b, `axes` are m_a, in space u_b, u_a, and then the way and its direction
    std::array<int, 2> teeth{};
    double phase = 0;       // gear, rack: rad
    int quarter_turns = 0;  // gear, rack: by which p theta_1 + q theta_2, theta are larger than those of m_a and m_b
    // False for a row on velocities alone, which has a rate but no value.
    bool on_positions() const { return kind != Kind::rolling && kind != Kind::formula_rate; }
};

// The list to which kinds add their rows: rows on positions, and rows on velocities alone, which stand at the
// end of Phi.
struct PaperRows {
    int dimension;
    std::vector<ConstraintRow> positions{}, velocities{};
    int tracks = 0;  // points on curves so far
};

}  // namespace cchnn
