#include "mechanics/plan/solve_plan.hpp"

#include <algorithm>
#include <numeric>

#include "core/to_size.hpp"
#include "elements/parts/counted_angle.hpp"
#include "numbers/exact_functions.hpp"

namespace cchnn {
namespace {

// w_t . w_u of (3).
Exact plain_product(const Separation& a, const Separation& b) {
    Exact sum = 0.0;
    for (const NodeWeight& p : a.weights)
        for (const NodeWeight& q : b.weights)
            if (p.node == q.node) sum += p.weight * q.weight;
    return sum;
}

// w_t^T M^-1 w_u of (2). Sums that cancel to rounding count as 0, which keeps A sparse.
Exact mass_product(const Separation& a, const Separation& b, const NodeMatrix& inverse_mass) {
    Exact sum = 0.0, size = 0.0;
    for (const NodeWeight& p : a.weights)
        for (const NodeWeight& entry : inverse_mass[index(p.node)])
            for (const NodeWeight& q : b.weights)
                if (q.node == entry.node) {
                    const Exact product = p.weight * entry.weight * q.weight;
                    sum += product;
                    size += absolute(product);
                }
    // where a user has rounded numbers that should cancel, a few 1e-16 of their size remain
    return absolute(sum) > 1e-14 * size ? sum : Exact(0.0);
}

// The separations whose terms make up a row, in the order of its terms.
std::vector<const Separation*> separations_of(const SolverRow& row) {
    if (row.kind == SolverRow::Kind::perpendicular || row.kind == SolverRow::Kind::triple_product)
        return {&row.a, &row.b};
    std::vector<const Separation*> all{&row.a};
    for (const Separation& axis : row.axes) all.push_back(&axis);
    return all;
}

// For each row the rows that M^-1 couples to it through a node: only these have an entry in G M^-1 G^T.
std::vector<std::vector<int>> coupled_rows(const std::vector<std::vector<const Separation*>>& of_row,
                                           const NodeMatrix& inverse_mass) {
    std::vector<std::vector<int>> rows_of_node(inverse_mass.size());
    for (std::size_t k = 0; k < of_row.size(); ++k)
        for (const Separation* s : of_row[k])
            for (const NodeWeight& w : s->weights) rows_of_node[index(w.node)].push_back(static_cast<int>(k));
    std::vector<std::vector<int>> touching(inverse_mass.size());  // rows of every node that M^-1 couples to this one
    for (std::size_t i = 0; i < inverse_mass.size(); ++i) {
        for (const NodeWeight& entry : inverse_mass[i]) {
            const auto& rows_there = rows_of_node[index(entry.node)];
            touching[i].insert(touching[i].end(), rows_there.begin(), rows_there.end());
        }
    }
    std::vector<std::vector<int>> adjacent(of_row.size());
    for (std::size_t k = 0; k < of_row.size(); ++k) {
        for (const Separation* s : of_row[k])
            for (const NodeWeight& w : s->weights)
                for (int l : touching[index(w.node)])
                    if (l != static_cast<int>(k)) adjacent[k].push_back(l);
        std::sort(adjacent[k].begin(), adjacent[k].end());
        adjacent[k].erase(std::unique(adjacent[k].begin(), adjacent[k].end()), adjacent[k].end());
    }
    return adjacent;
}

// Where each of the planned rows is among those chosen, which are ascending.
std::vector<int> places_in(const std::vector<int>& chosen, const std::vector<int>& planned) {
    std::vector<int> places;
    for (int row : planned)
        places.push_back(static_cast<int>(std::lower_bound(chosen.begin(), chosen.end(), row) - chosen.begin()));
    return places;
}

// Builds a SolvePlanOf: terms and separations row by row, then slots, repeated separations, and couplings.
class SolvePlanMaker : public SolvePlanOf<Exact> {
  public:
    SolvePlanMaker(const std::vector<SolverRow>& rows, const std::vector<int>& chosen, const NodeMatrix& inverse_mass,
                   int dimension, bool reorder, const SolvePlanOf<Exact>* like);

  private:
    void add_row(const SolverRow& r, int dimension);
    void add_rolling(const SolverRow& r, int first);
    void add_track(const SolverRow& r, int first);
    void add_rope(const SolverRow& r, int first, int dimension);
    void add_gear(const SolverRow& r, int first, int dimension);
    void add_rack(const SolverRow& r, int first, int dimension);
    void add_formula(const SolverRow& r, int first, int dimension);
    void number_slots(int dimension);
    void find_repeats(int dimension);
    void find_velocity_entries();
    void add_couplings(const std::vector<std::vector<const Separation*>>& of_row, const NodeMatrix& inverse_mass);
};

// Appends one row: its kind, target and scale, a separation for each term, and the slot that each g_t is read from.
// Slots of constants are negative until number_slots() knows how many terms there are.
void SolvePlanMaker::add_row(const SolverRow& r, int dimension) {
    const int first = term_begin.back();
    kind.push_back(r.kind);
    target.push_back(r.target);
    scale.push_back(r.scale);
    add_separation(separations, r.a, dimension);
    if (r.kind == SolverRow::Kind::distance) {
        slot.push_back(first);
    } else if (r.kind == SolverRow::Kind::linear || r.kind == SolverRow::Kind::rolling) {
        slot.push_back(-1 - count_of(normals) / dimension);  // numbered when the terms are counted
        normals.insert(normals.end(), r.normal.begin(), r.normal.end());
        for (const Separation& axis : r.axes) {
            add_separation(separations, axis, dimension);
            slot.push_back(0);
        }
        if (r.kind == SolverRow::Kind::rolling) add_rolling(r, first);
    } else if (r.kind == SolverRow::Kind::track) {
        slot.push_back(first);
        add_track(r, first);
    } else if (r.kind == SolverRow::Kind::rope) {
        add_rope(r, first, dimension);
    } else if (r.kind == SolverRow::Kind::gear) {
        add_gear(r, first, dimension);
    } else if (r.kind == SolverRow::Kind::rack) {
        add_rack(r, first, dimension);
    } else if (r.kind == SolverRow::Kind::formula || r.kind == SolverRow::Kind::formula_rate) {
        add_formula(r, first, dimension);
    } else if (r.kind == SolverRow::Kind::slides) {
        for (const Separation& factor : r.axes) add_separation(separations, factor, dimension);
        for (const int t : {first + 1, first, first + 3, first + 2}) slot.push_back(t);
        slide_rows.push_back(count_of(kind) - 1);
    } else {
        add_separation(separations, r.b, dimension);
        slot.push_back(first + 1);
        slot.push_back(first);
        if (r.kind == SolverRow::Kind::triple_product)
            rolling.upright.emplace_back(std::array{first, first + 1}, std::array<Exact, 3>{r.up[0], r.up[1], r.up[2]});
    }
    term_begin.push_back(count_of(slot));
}

// A rolling row: its rate contains the rotation about each axis, so that each axis adds a computed term
// (rolling_terms.hpp (1)).
void SolvePlanMaker::add_rolling(const SolverRow& r, int first) {
    velocity_rows.push_back(count_of(kind) - 1);
    for (int i = 0; i < count_of(r.axes); ++i)
        rolling.rolling.emplace_back(first + 1 + i, r.radius,
                                     std::array<Exact, 3>{r.normal[0], r.normal[1], r.normal[2]},
                                     std::array<Exact, 3>{r.up[0], r.up[1], r.up[2]});
}

// A row of a point on a curve; all rows of one point share its curve and its parameter.
void SolvePlanMaker::add_track(const SolverRow& r, int first) {
    const auto same = [&](const TrackTerms& t) { return t.track == r.track; };
    auto found = std::find_if(tracks.begin(), tracks.end(), same);
    if (found == tracks.end()) found = tracks.insert(found, {r.track, r.curve, {}});
    found->rows.push_back({count_of(kind) - 1, first, 0, 0, r.across});
}

// A rope: one term for each straight piece.
void SolvePlanMaker::add_rope(const SolverRow& r, int first, int dimension) {
    for (const Separation& piece : r.axes) add_separation(separations, piece, dimension);
    for (int t = first; t <= first + count_of(r.axes); ++t) {
        slot.push_back(t);
        ropes.push_back({count_of(kind) - 1, t, 0, 0, t == first});
    }
}

// A gear: one term for each direction and, in space, each axis. The phase enters the residual as cosine and sine.
void SolvePlanMaker::add_gear(const SolverRow& r, int first, int dimension) {
    for (const Separation& axis : r.axes) add_separation(separations, axis, dimension);
    gear_terms = r.axes.size() + 1;
    slot.resize(slot.size() + gear_terms, 0);
    ExactSinCos phase = exact_sin_cos(Exact(r.teeth[0]) * Exact(r.phase));
    turn_by_quarters(-r.quarter_turns, phase.cos, phase.sin);
    gears.emplace_back(count_of(kind) - 1, first, r.teeth, phase.cos, phase.sin);
}

// A rack: the terms of its wheel as for a gear, then the product of separation and direction along the rack.
void SolvePlanMaker::add_rack(const SolverRow& r, int first, int dimension) {
    for (const Separation& axis : r.axes) add_separation(separations, axis, dimension);
    rack_terms = r.axes.size() - 1;
    slot.resize(slot.size() + rack_terms, 0);
    const int way = count_of(slot);
    slot.push_back(way + 1);
    slot.push_back(way);
    ExactSinCos phase = exact_sin_cos(Exact(r.phase));
    turn_by_quarters(-r.quarter_turns, phase.cos, phase.sin);
    racks.emplace_back(count_of(kind) - 1, first, way, r.radius, phase.cos, phase.sin);
}

// An equation of the file: one term for each of its points.
void SolvePlanMaker::add_formula(const SolverRow& r, int first, int dimension) {
    for (const Separation& point : r.axes) add_separation(separations, point, dimension);
    const int points = count_of(r.axes) + 1;
    slot.resize(slot.size() + to_size(points), 0);
    formulas.push_back({count_of(kind) - 1, first, points, 0, 0, *r.equation});
    if (!r.on_positions()) velocity_rows.push_back(count_of(kind) - 1);
}

// Numbers the slots of constant and computed vectors, which follow those of the terms. The rate of a constant is zero.
void SolvePlanMaker::number_slots(int dimension) {
    for (int& s : slot) {
        rate_slot.push_back(s < 0 ? term_count() : s);
        if (s < 0) s = term_count() - 1 - s;
    }
    int next = term_count() + count_of(normals) / dimension, next_rate = term_count() + 1;
    const auto compute = [&](int term, int& computed, int& computed_rate) {
        slot[term] = computed = next++;
        rate_slot[term] = computed_rate = next_rate++;
    };
    for (RollingTerm<Exact>& t : rolling.rolling) compute(t.term, t.slot, t.rate_slot);
    for (UprightTerms<Exact>& u : rolling.upright)
        for (std::size_t i = 0; i < 2; ++i) compute(u.term[i], u.slot[i], u.rate_slot[i]);
    for (RopeTerm& t : ropes) compute(t.term, t.slot, t.rate_slot);
    for (TrackTerms& track : tracks)
        for (TrackTerm& t : track.rows) compute(t.term, t.slot, t.rate_slot);
    for (GearTerms<Exact>& gear : gears)
        for (std::size_t i = 0; i < gear_terms; ++i)
            compute(gear.first + static_cast<int>(i), gear.slot[i], gear.rate_slot[i]);
    for (RackTerms<Exact>& rack : racks)
        for (std::size_t i = 0; i < rack_terms; ++i)
            compute(rack.first + static_cast<int>(i), rack.slot[i], rack.rate_slot[i]);
    for (FormulaTerms<Exact>& formula : formulas) {
        formula.slot = next;
        formula.rate_slot = next_rate;
        for (int i = 0, computed, computed_rate; i < formula.points; ++i)
            compute(formula.first + i, computed, computed_rate);
    }
}

// Marks terms whose separation equals that of the term before, so that it is read once. Only terms with constant g
// qualify.
void SolvePlanMaker::find_repeats(int dimension) {
    const SeparationTable& table = separations;
    const auto d = static_cast<long>(dimension);
    const auto same = [&](std::size_t t) {
        const SeparationTerms &a = table.terms[t - 1], &b = table.terms[t];
        const auto offset = table.offset.begin() + t * d;
        if (a.kind != b.kind || a.a != b.a || a.b != b.b || a.end - a.begin != b.end - b.begin) return false;
        return std::equal(offset - d, offset, offset) &&
               std::equal(table.node.begin() + a.begin, table.node.begin() + a.end, table.node.begin() + b.begin) &&
               std::equal(table.weight.begin() + a.begin, table.weight.begin() + a.end, table.weight.begin() + b.begin);
    };
    for (std::size_t t = 0; t < slot.size(); ++t)
        repeats.push_back(t > 0 && constant_gradient(t - 1) && constant_gradient(t) && same(t));
}

// The entries of A that decouple() changes.
void SolvePlanMaker::find_velocity_entries() {
    if (velocity_rows.empty()) return;
    std::vector<char> on_velocity(row.size(), 0);
    for (int k : velocity_rows) on_velocity[k] = 1;
    for (std::size_t k = 0; k < row.size(); ++k) {
        const int diagonal = pattern.a_begin[k + 1] - 1;
        for (int e = pattern.a_begin[k]; e < diagonal; ++e)
            if (on_velocity[k] || on_velocity[pattern.a_columns[e]]) velocity_couplings.push_back(e);
        if (on_velocity[k]) velocity_diagonals.push_back(diagonal);
    }
}

// The term pairs of (2) and (3) for each entry of the pattern, without those whose constants both vanish.
void SolvePlanMaker::add_couplings(const std::vector<std::vector<const Separation*>>& of_row,
                                   const NodeMatrix& inverse_mass) {
    for (std::size_t k = 0; k < row.size(); ++k) {
        for (int e = pattern.a_begin[k]; e < pattern.a_begin[k + 1]; ++e) {
            const std::size_t l = pattern.a_columns[e];
            for (std::size_t t = 0; t < of_row[k].size(); ++t) {
                for (std::size_t u = 0; u < of_row[l].size(); ++u) {
                    CouplingTerm<Exact> c;
                    c.mass = mass_product(*of_row[k][t], *of_row[l][u], inverse_mass);
                    c.plain = plain_product(*of_row[k][t], *of_row[l][u]);
                    c.t = term_begin[k] + static_cast<int>(t);
                    c.u = term_begin[l] + static_cast<int>(u);
                    c.slot_t = slot[c.t];
                    c.slot_u = slot[c.u];
                    if (!(c.mass == 0.0 && c.plain == 0.0)) coupling.push_back(c);
                }
            }
            coupling_begin.push_back(count_of(coupling));
        }
    }
}

// Rows are coupled if they have a body in common, since M is block diagonal. The order of elimination follows from the
// graph of coupled rows alone, so rows of the same bodies in the same order give the same pattern: then that of `like`
// is taken over, and factors of two choices of rows add in the same order.
SolvePlanMaker::SolvePlanMaker(const std::vector<SolverRow>& rows, const std::vector<int>& chosen,
                               const NodeMatrix& inverse_mass, int dimension, bool reorder,
                               const SolvePlanOf<Exact>* like) {
    std::vector<std::vector<const Separation*>> picked;
    for (int r : chosen) picked.push_back(separations_of(rows[r]));
    const auto adjacent = coupled_rows(picked, inverse_mass);
    std::vector<int> order = like ? places_in(chosen, like->row) : std::vector<int>();
    if (like && like->pattern.is_of(lower_rows(adjacent, order))) {
        pattern = like->pattern;
    } else {
        order.resize(chosen.size());
        std::iota(order.begin(), order.end(), 0);
        if (reorder) order = elimination_order(adjacent);
        pattern = LdltPattern(lower_rows(adjacent, order));
    }

    // From here on row k is the k-th that is eliminated; `row` keeps its number among all rows of the system.
    std::vector<std::vector<const Separation*>> of_row;
    for (int k : order) {
        row.push_back(chosen[k]);
        of_row.push_back(picked[k]);
        add_row(rows[row.back()], dimension);
    }
    number_slots(dimension);
    find_repeats(dimension);
    find_velocity_entries();
    add_couplings(of_row, inverse_mass);
}

}  // namespace

SolvePlanOf<Exact> solve_plan(const std::vector<SolverRow>& rows, const std::vector<int>& chosen,
                              const NodeMatrix& inverse_mass, int dimension, bool reorder,
                              const SolvePlanOf<Exact>* like) {
    return SolvePlanMaker(rows, chosen, inverse_mass, dimension, reorder, like);
}

}  // namespace cchnn
