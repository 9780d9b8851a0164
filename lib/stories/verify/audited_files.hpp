#pragma once
// What an audit reads: trajectories as they are stored, and what the files say of mass matrix and rows.

#include <filesystem>
#include <optional>
#include <set>

#include "dataset/reader/trajectory_file.hpp"
#include "files/hdf5_file.hpp"
#include "judge/verdict.hpp"
#include "sample/sampler.hpp"
#include "score/truth_audit.hpp"

namespace cchnn {

// |Phi| of a row, and the size of the terms that it is a sum of, which rounding is a share of.
struct RowMagnitude {
    double value = 0, terms = 0;
};

class AuditedFile {
  public:
    // Throws DataError for a submission.
    explicit AuditedFile(const std::filesystem::path& path);

    const TrajectoryFileInfo& info() const { return file_.info(); }
    judge::Stored trajectory(std::uint64_t number) const;
    // Of it the samples first, first + 1, as a motion of its own, for each `first`.
    std::vector<judge::Stored> intervals(std::uint64_t number, const judge::Stored& whole,
                                         const std::set<std::uint64_t>& firsts) const;
    // The numbers of the system that are this trajectory's own.
    std::vector<judge::Replacement> replacements(std::uint64_t number) const;
    std::vector<double> mass_matrix() const;  // (n, n)
    // Of every row at x (n, d), as the tables in /system/constraints say, sorted by value; without those of curves.
    std::vector<RowMagnitude> row_magnitudes(const std::vector<double>& x) const;
    // The shortest length of a row, else the largest distance of nodes from the first one, else 1: m.
    double length_scale(const std::vector<double>& x) const;

  private:
    std::vector<double> numbers(const std::string& path) const;
    std::vector<double> tracks(std::uint64_t number, std::uint64_t sample) const;
    std::vector<double> angles(std::uint64_t number) const;  // (T, A)

    TrajectoryFile file_;
    Hdf5File arrays_;
    std::vector<std::string> pointers_;
};

// The files of a dataset, train, valid, test, or the wanted one; those that are no dataset are refused, and the others
// audited. Throws IoError when there is none.
struct AuditedFiles {
    std::vector<AuditedFile> files;
    Refused refused;
};
AuditedFiles audited_files(const std::filesystem::path& directory, const std::optional<Split>& wanted);

}  // namespace cchnn
