#pragma once
// What the door does with files, apart from it as system_parts.hpp is. One at a time: Debian's HDF5 is built without
// locks.

#include "cchnn/cchnn.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

WrittenDataset write_dataset_files(const SystemSpec& spec, const DatasetOptions& options);
Score score_files(const std::string& test_file, const std::string& submission_file, const ScoreOptions& options);

}  // namespace cchnn
