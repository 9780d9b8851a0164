#pragma once
// The attributes of a file's root group: which program, system and split it is of, and of a submission how it was made
// (schemas/dataset.md).

#include <string>

#include "dataset/dataset_layout.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {

void write_rollout_time(Hdf5File& file, const RolloutTime& time);
void write_root_attributes(Hdf5File& file, const DatasetDescription& description, const std::string& system);

}  // namespace cchnn
