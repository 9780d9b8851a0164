#pragma once
// Imports arrays that were made elsewhere as a dataset, so that cchnn-eval can score against them
// (schemas/foreign_data.md):
//
//   x, v (N, T, n, d) or q, qdot (N, T, m), and t (T), in .npz or HDF5 + SystemSpec -> checks
//     -> DIR/<system>/{train,...}.h5
//
// Momenta p may take the place of v or qdot (dataset/reader/momenta.hpp). A driven system needs u (N, T, inputs). The
// work of inputs is that of a motion from each sample to the next.
//
// States are stored as they are given. They are checked against the system by dimensionless numbers
// (score/stored_physics.hpp): Phi, dPhi/dt, the motion from each sample to the next, and the drift of the
// energy if none is lost. The largest are reported; if one exceeds the tolerance, the import fails. The dataset
// has no error bounds, because its accuracy is unknown.
//
// Files grow in the hidden directory DIR/.<system>.importing and are moved into place together. An interrupted
// import leaves nothing of use; the next one clears it.

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "dataset/documents/manifest.hpp"
#include "sample/sampler.hpp"
#include "score/stored_physics.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

struct ImportOptions {
    std::filesystem::path directory;              // DIR
    std::array<std::filesystem::path, 3> arrays;  // per Split; empty: none
    std::optional<double> dt;                     // s, of files without t
    double tolerance = 0.01;
    std::uint64_t seed = 0;  // of the drawing of training chunks
    int chunk_length = 5;
    bool overwrite = false;
    Publication publication = {};
    // Called after each block: trajectories of the file.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;

    std::vector<Problem> check() const;
};

struct ImportedSplit {
    Split split;
    std::filesystem::path file;
    std::uint64_t count = 0;
    int samples = 0;
    double dt = 0;
    double uneven = 0;  // largest |t_k - t_0 - k dt| / dt
    StateMeasures states;
    Worst motion;
    std::string truth_digest, content_digest;
};

struct ImportReport {
    std::string system;
    std::filesystem::path directory;
    std::vector<ImportedSplit> splits;
};

// Throws UsageError, SpecError, DataError with every problem of a file, IoError.
ImportReport import_arrays(const SystemSpec& spec, const ImportOptions& options);

}  // namespace cchnn
