#pragma once
// A model of others, URDF or MJCF, as a system file: the door of this room.

#include <filesystem>
#include <string>

#include "convert/remarks.hpp"

namespace cchnn {

struct ConvertedModel {
    std::string json;  // of a system, schemas/system.md
    Remarks remarks;   // losses and notes; problems were thrown
};

struct ConvertChoices {
    bool free_base = false;  // the root link of a URDF moves freely
    std::string name{};      // of the system; "": the model's, or the file's
};

// What <robot> (URDF) or <mujoco> (MJCF) describes. Throws IoError, SpecError.
ConvertedModel convert_model(const std::filesystem::path& path, const ConvertChoices& choices);

}  // namespace cchnn
