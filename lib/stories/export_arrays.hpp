#pragma once
// A dataset becomes files in the layouts of others (dataset/reader/exported_arrays.hpp): NumPy archives, or HDF5 with
// rows.
//
//   {train,valid,test}.h5 -> ExportedArray -> .npz | .h5

#include <filesystem>
#include <vector>

#include "core/errors.hpp"
#include "dataset/reader/exported_arrays.hpp"

namespace cchnn {

struct ExportOptions {
    std::filesystem::path source;  // a dataset file, or a directory of them
    std::filesystem::path output;  // a file .npz or .h5; of a directory: a directory
    bool hdf5 = false;             // of a directory: .h5 files in place of .npz
    ExportLayout layout = ExportLayout::arrays;
    int length = 0;  // samples of a chunk; 0: the drawn training chunks
    bool overwrite = false;

    std::vector<Problem> check() const;
};

struct ExportReport {
    std::filesystem::path file;
    std::vector<std::pair<std::string, Shape>> arrays;
};

// Throws UsageError, DataError, IoError.
std::vector<ExportReport> export_arrays(const ExportOptions& options);

}  // namespace cchnn
