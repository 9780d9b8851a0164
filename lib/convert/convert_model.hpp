#pragma once
// Converts a model in URDF or MJCF into a system file; the entry to this directory. The order of steps: the XML
// file is read with limits of size (xml_element.hpp); a reader of its format makes a RobotModel, a tree of
// bodies and joints (read_urdf.hpp, mjcf/read_mjcf.hpp); bodies that cannot move relative to each other are
// merged (moving_bodies.hpp); joints, springs and equality constraints become items of a system (hold_items.hpp,
// joint_forces.hpp, joint_limits.hpp, equality_items.hpp, geom_contacts.hpp); write_system.hpp writes the text. Throughout, Remarks collects what
// cannot be carried over.

#include <filesystem>
#include <optional>
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
    // Initial states are drawn within the ranges of joints, with rates of this standard deviation (rad/s, m/s).
    std::optional<double> rate_std{};
    // Of the Stops that limits of joints become; without it, limits are losses.
    std::optional<double> restitution{};
    // Of the Contacts that collisions become; without it, collisions are losses.
    std::optional<double> contacts{};
};

// Converts the <robot> (URDF) or <mujoco> (MJCF) in a file. Throws IoError, SpecError.
ConvertedModel convert_model(const std::filesystem::path& path, const ConvertChoices& choices);

}  // namespace cchnn
