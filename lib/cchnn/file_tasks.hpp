#pragma once
// The functions of cchnn.hpp that read or write files, in a translation unit of their own for the reason that
// system_parts.hpp gives. One runs at a time: Debian's HDF5 is built without locks.

#include "cchnn/cchnn.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

WrittenDataset write_dataset_files(const SystemSpec& spec, const DatasetOptions& options);
Score score_files(const std::string& test_file, const std::string& submission_file, const ScoreOptions& options);

}  // namespace cchnn
