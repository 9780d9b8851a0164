#include "score/submission/found_structure.hpp"

#include <algorithm>
#include <limits>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "elements/invariant_equation.hpp"
#include "elements/parts/formula/double_gradient.hpp"
#include "files/hdf5_values.hpp"
#include "mechanics/plan/constraint_rows.hpp"
#include "mechanics/rows/constraint_manifold.hpp"
#include "spec/found_items.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

const std::string formulas_path = "/found/formulas";

std::string place_in(const TrajectoryFile& file, const std::string& path) { return file.path().string() + ":" + path; }

}  // namespace

bool says_structure(const TrajectoryFile& submission) { return !submission.paths_in("/found").empty(); }

void check_structure(const TrajectoryFile& truth, const TrajectoryFile& submission) {
    FoundStructure(parse_system(truth.info().description.system_json, place_in(truth, "/system/json")), truth,
                   submission);
}

FoundFormulas::FoundFormulas(const SystemSpec& system, const std::string& text, const std::string& source)
    : dimension_(system.dimension) {
    const FoundItems items = found_items(system, text, source);
    const BodyGraph graph(items.constraints), of_invariants(items.invariants);
    for (ConstraintRow& row : paper_rows(graph))
        if (!row.name.starts_with("rigidity ")) constraints_.push_back(std::move(row));
    tracks_ = system_tracks(graph, {});
    size_ = to_size(graph.node_count() * dimension_);
    std::vector<Problem> problems;
    const std::vector<FormulaConstraint>& terms = of_invariants.terms<FormulaConstraint>();
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto& spec = *items.invariants.constraints[i].as<VelocityConstraintSpec>();
        const InvariantEquation found = invariant_equation(items.equations[i], spec, terms[i].points, dimension_);
        if (!found.equation) {
            problems.push_back({source + "#/invariants/" + std::to_string(i) + "/equation", found.problem});
            continue;
        }
        Invariant invariant{{}, found.equation};
        for (const Point& point : terms[i].points)
            if (!point.weights.empty()) invariant.points.push_back(point);
        invariants_.push_back(std::move(invariant));
    }
    if (!problems.empty()) throw SpecError(std::move(problems));
}

void FoundFormulas::add_rows(const double* x, const double* v, FoundRows& rows) const {
    std::vector<double> s;
    for (const SystemTrack& track : tracks_) {
        const RowReader points{x, dimension_, tracks_, nullptr};
        const Vector3 point = points.value(track.point), speed = points.rate(track.point, v);
        s.push_back(track.search->nearest_both(point.data(), speed.data()).to_motion);
    }
    const RowReader at{x, dimension_, tracks_, s.data()};
    const Rows all = rows_of_rates(size_, constraints_.size(), [&](const double* u, double* out) {
        for (std::size_t c = 0; c < constraints_.size(); ++c) out[c] = at.phi_rate(constraints_[c], u);
    });
    for (std::size_t c = 0; c < all.size(); ++c)
        (constraints_[c].on_positions() ? rows.holonomic : rows.constraints).push_back(all[c]);
    for (const Invariant& invariant : invariants_) add_gradient(invariant, x, v, rows.invariants);
}

// The formula is one of coordinates and velocities of its points, which are sums of nodes.
void FoundFormulas::add_gradient(const Invariant& invariant, const double* x, const double* v, Rows& rows) const {
    const std::size_t d = to_size(dimension_), half = invariant.points.size() * d;
    std::vector<double> values, gradient(2 * half);
    for (const double* const state : {x, v})
        for (const Point& point : invariant.points)
            for (std::size_t k = 0; k < d; ++k) {
                double sum = state == x ? double(point.offset[k]) : 0;
                for (const NodeWeight& entry : point.weights)
                    sum += double(entry.weight) * state[to_size(index(entry.node)) * d + k];
                values.push_back(sum);
            }
    add_double_gradient(invariant.equation->rate, values.data(), gradient.data());
    Row row(2 * size_);
    for (std::size_t i = 0; i < gradient.size(); ++i)
        for (const NodeWeight& entry : invariant.points[i % half / d].weights)
            row[i / half * size_ + to_size(index(entry.node)) * d + i % d] += double(entry.weight) * gradient[i];
    rows.push_back(std::move(row));
}

FoundStructure::FoundStructure(const SystemSpec& system, const TrajectoryFile& truth, const TrajectoryFile& submission)
    : submission_(submission),
      samples_(to_size(truth.info().samples)),
      own_samples_(to_size(submission.info().samples)),
      size_(to_size(truth.info().nodes) * to_size(truth.info().dimension)),
      arrays_{{{"/found/constraints", "N, T, r, n d", size_},
               {"/found/holonomic", "N, T, h, n d", size_},
               {"/found/invariants", "N, T, k, 2 n d", 2 * size_}}} {
    std::vector<Problem> problems;
    std::vector<std::string> known{formulas_path};
    for (Array& array : arrays_) {
        known.push_back(array.path);
        const std::vector<std::uint64_t> found = submission.shape(array.path);
        if (found.empty()) continue;
        const std::uint64_t count = submission.info().count;
        if (found.size() == 4 && found == Shape{count, own_samples_, found[2], array.columns}) array.rows = found[2];
        else
            problems.push_back({place_in(submission, array.path),
                                "shape is " + to_text(found) + ", expected (" + array.letters + ") = (" +
                                    std::to_string(count) + ", " + std::to_string(own_samples_) + ", " +
                                    array.letters[6] + ", " + std::to_string(array.columns) + "), with " +
                                    array.letters[6] + " rows at each state, of entries for " +
                                    (array.columns > size_ ? "x, then v" : "v")});
    }
    bool any = false;
    for (const std::string& path : submission.paths_in("/found"))
        if (std::ranges::find(known, path) != known.end()) any = true;
        else problems.push_back({place_in(submission, path), "unknown array" + suggestion(path, known)});
    const std::vector<std::string> texts = submission.texts(formulas_path);
    if (!any && problems.empty())
        problems.push_back({submission.path().string(),
                            "has none of /found/constraints, /found/holonomic, "
                            "/found/invariants, /found/formulas; " +
                                option("found") +
                                " and ranks by structure_error score them: add one, or leave these out"});
    else if (texts.size() > 1) problems.push_back({place_in(submission, formulas_path), "must be one text"});
    if (!problems.empty()) throw DataError(std::move(problems));
    if (!texts.empty()) formulas_.emplace(system, texts.front(), place_in(submission, formulas_path));
}

std::size_t FoundStructure::relative_size() const {
    std::size_t rows = 0;
    for (const Array& array : arrays_) rows += array.rows;
    return rows;
}

void FoundStructure::read(std::uint64_t first, std::uint64_t count) {
    const std::uint64_t there = std::min(count, submission_.info().count - std::min(first, submission_.info().count));
    for (Array& array : arrays_) {
        const std::size_t each = array.rows * array.columns;
        array.values.assign(count * samples_ * each, std::numeric_limits<double>::quiet_NaN());
        if (there == 0 || each == 0) continue;
        const std::vector<double> own = submission_.rows(array.path, first, there);
        for (std::size_t i = 0; i < there; ++i)
            std::copy_n(own.begin() + static_cast<long>(i * own_samples_ * each), own_samples_ * each,
                        array.values.begin() + static_cast<long>(i * samples_ * each));
    }
}

FoundRows FoundStructure::at(std::size_t i, std::size_t sample, const double* x, const double* v) const {
    FoundRows said;
    const std::array<Rows*, 3> lists{&said.constraints, &said.holonomic, &said.invariants};
    for (std::size_t a = 0; a < lists.size(); ++a) {
        const Array& array = arrays_[a];
        for (std::size_t r = 0; r < array.rows; ++r) {
            const auto row =
                array.values.begin() + static_cast<long>(((i * samples_ + sample) * array.rows + r) * array.columns);
            lists[a]->emplace_back(row, row + static_cast<long>(array.columns));
        }
    }
    if (formulas_) formulas_->add_rows(x, v, said);
    return said;
}

}  // namespace cchnn
