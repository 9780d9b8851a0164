#pragma once
// What an audit reads from a dataset: stored trajectories, the mass matrix, and the tables of scalar
// constraints. Values are read as they are in the file, without the library's own mechanics, so that an error
// there cannot hide itself.

#include <filesystem>
#include <optional>
#include <set>

#include "dataset/reader/trajectory_file.hpp"
#include "files/hdf5_file.hpp"
#include "judge/derivatives.hpp"
#include "sample/sampler.hpp"
#include "score/truth_audit.hpp"

namespace cchnn {

// |Phi| of a scalar constraint, and the size of the terms that it is a sum of, which sets the scale of rounding errors.
struct RowMagnitude {
    double value = 0, terms = 0;
};

// Owns one open dataset file. Used by one thread.
class AuditedFile {
  public:
    // Throws DataError for a submission, and for a driven system without /work.
    explicit AuditedFile(const std::filesystem::path& path);

    const TrajectoryFileInfo& info() const { return file_.info(); }
    const std::string& system_text() const { return info().description.system_json; }  // "" if the file has none
    judge::Stored trajectory(std::uint64_t number) const;
    // For each `first`, the samples first and first + 1 of a trajectory as a motion of its own.
    std::vector<judge::Stored> intervals(std::uint64_t number, const judge::Stored& whole,
                                         const std::set<std::uint64_t>& firsts) const;
    // The numbers of the system that belong to this trajectory of a family; empty if the dataset is no family.
    std::vector<judge::Replacement> replacements(std::uint64_t number) const;
    bool has_derivatives() const { return arrays_.has("/sensitivity/start"); }
    // The derivatives of a trajectory of `samples` samples before its end, up to where a contact stays closed.
    judge::StoredDerivatives derivatives(std::uint64_t number, std::size_t samples) const;
    std::vector<double> mass_matrix() const;  // (n, n)
    // The magnitudes of the scalar constraints at x (n, d), computed from the tables in /system/constraints and
    // sorted by value. Kinds that the tables do not determine, such as points on curves, are left out.
    std::vector<RowMagnitude> row_magnitudes(const std::vector<double>& x) const;
    // A length of the system [m]: the shortest length of a constraint, else the largest difference of a coordinate of a
    // node from that of the first node, else 1.
    double length_scale(const std::vector<double>& x) const;

  private:
    // (rows, columns) of the arrays of a group.
    std::vector<double> from_entries(const std::string& group, const char* row, const char* column, const char* value,
                                     std::size_t columns, std::size_t rows) const;
    std::vector<double> numbers(const std::string& path) const;
    std::vector<double> tracks(std::uint64_t number, std::uint64_t sample) const;

    TrajectoryFile file_;
    Hdf5File arrays_;
    std::vector<std::string> pointers_;
};

// The files of a dataset in the order train, valid, test, or only the wanted one. Files that cannot be read or
// are no dataset are listed in `refused`. Throws IoError if there is none at all.
struct AuditedFiles {
    std::vector<AuditedFile> files;
    Refused refused;
};
AuditedFiles audited_files(const std::filesystem::path& directory, const std::optional<Split>& wanted);

}  // namespace cchnn
