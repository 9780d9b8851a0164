#pragma once
// Exports a dataset to other layouts (dataset/reader/exported_arrays.hpp): NumPy archives or arrays, HDF5 with
// rows, or lines of JSON.
//
//   {train,valid,test}.h5 -> ExportedArray -> .npz | .h5 | a directory of .npy | .jsonl
//
// Rows are read and written block by block, so that memory does not depend on the size of the dataset. Each
// file gets its final name when it is complete.

#include <filesystem>
#include <optional>
#include <vector>

#include "core/errors.hpp"
#include "dataset/reader/exported_arrays.hpp"

namespace cchnn {

enum class ExportFormat { npz, h5, npy, jsonl };
// "npz" and so on, which is also how such files end.
const char* name(ExportFormat format);
std::optional<ExportFormat> export_format(const std::string& name);

struct ExportOptions {
    std::filesystem::path source;  // a dataset file, or a directory of them
    std::filesystem::path output;  // a file; of a directory, and for .npy: a directory
    // Default: of a file what `output` ends in, of a directory .npz.
    std::optional<ExportFormat> format = std::nullopt;
    ExportLayout layout = ExportLayout::arrays;
    int length = 0;        // samples of a chunk; 0: the drawn training chunks
    bool float32 = false;  // numbers of 64 bits rounded to 32
    bool overwrite = false;

    std::vector<Problem> check() const;
};

struct ExportReport {
    std::filesystem::path file;  // or directory
    std::vector<ExportedShape> arrays;
};

// Exports a file or every set of a directory. A directory exported as rows or windows in HDF5 or JSON also gets
// a README.md, which loaders of data sites read, and with JSON a croissant.json if the source has one
// (export_cards.hpp). Throws UsageError, DataError, IoError.
std::vector<ExportReport> export_arrays(const ExportOptions& options);

}  // namespace cchnn
