#pragma once
// The constraints and invariants that a submission says it has found, block by block:
//
//   /found/constraints  (N, T, r, n d)    row vectors a of constraints a . v = 0, at the states of the test set
//   /found/holonomic    (N, T, h, n d)    likewise, of those that are said to follow from a condition on positions
//   /found/invariants   (N, T, k, 2 n d)  gradients of invariants with respect to x and then v, at these states
//   /found/formulas     text              both by formulas (spec/found_items.hpp), evaluated at these states
//
// Whatever is missing has not been found. A Constraint, Link or Joint of the formulas is holonomic, a VelocityConstraint and
// what Rolling says of velocities are not said to be.

#include <array>
#include <optional>

#include "dataset/reader/trajectory_file.hpp"
#include "graph/body_graph.hpp"
#include "mechanics/plan/track_search.hpp"
#include "score/metrics/structure_error.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Whether a submission has anything in /found.
bool says_structure(const TrajectoryFile& submission);
// Throws what scoring it would throw.
void check_structure(const TrajectoryFile& truth, const TrajectoryFile& submission);

// The rows of formulas at any state. Const once made, and shared by threads.
class FoundFormulas {
  public:
    // Throws SpecError with every problem of `text`.
    FoundFormulas(const SystemSpec& system, const std::string& text, const std::string& source);
    void add_rows(const double* x, const double* v, FoundRows& rows) const;

  private:
    struct Invariant {
        std::vector<Point> points;  // that move
        std::shared_ptr<const Equation> equation;
    };
    void add_gradient(const Invariant& invariant, const double* x, const double* v, Rows& rows) const;

    int dimension_;
    std::size_t size_ = 0;  // n d
    std::vector<ConstraintRow> constraints_;
    std::vector<SystemTrack> tracks_;
    std::vector<Invariant> invariants_;
};

// score_submission.cpp has one for each submission. Used by one thread; rows are taken by several.
class FoundStructure {
  public:
    // Throws DataError where arrays have other shapes or names, or where there is nothing of the above; SpecError as above.
    FoundStructure(const SystemSpec& system, const TrajectoryFile& truth, const TrajectoryFile& submission);

    // Numbers of one state of a block, in units of those of (x, v).
    std::size_t relative_size() const;
    // The next block. Trajectories and samples that a submission lacks are NaN.
    void read(std::uint64_t first, std::uint64_t count);
    // What is said at a sample of trajectory i of the block, with the state of the test set there.
    FoundRows at(std::size_t i, std::size_t sample, const double* x, const double* v) const;

  private:
    struct Array {
        std::string path, letters;  // of its shape, "N, T, r, n d"
        std::size_t columns;        // of a row
        std::size_t rows = 0;
        std::vector<double> values{};  // (count, T, rows, columns)
    };
    const TrajectoryFile& submission_;
    std::size_t samples_, own_samples_, size_;
    std::array<Array, 3> arrays_;  // in the order of FoundRows
    std::optional<FoundFormulas> formulas_;
};

}  // namespace cchnn
