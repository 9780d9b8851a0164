#pragma once
// Converts a model in another format (URDF, MJCF; lib/convert/) into a system file that every command takes.
// Features of the model that a system cannot have are losses; each kind of loss must be accepted by the user
// before a file is written.

#include <filesystem>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

struct ConvertOptions {
    std::filesystem::path model;
    std::vector<std::string> accept;  // kinds of losses that the user does without
    bool free_base = false;
    std::string name{};  // of the system; "": the model's
    bool random_starts = false;
    double rate_std = 1;  // of joints that start at random, rad/s and m/s
    // Of the Stops that limits of joints become, unless losses of the kind "limit" are accepted.
    double restitution = 1;
    bool contacts = false;  // collisions become Contacts, with the same restitution
};

// The result. `cchnn-gen convert` writes `json` only if `not_accepted` is empty.
struct Conversion {
    std::string json;                       // of the system, checked as `check` does
    std::vector<Problem> notes;             // decisions of the conversion, and simplifications
    std::vector<Problem> losses;            // what the system does not have, "limit: ..."
    std::vector<std::string> not_accepted;  // kinds of them, sorted; empty: all is well
};

// Throws UsageError (an unknown kind, a name that is none), IoError, SpecError.
Conversion convert(const ConvertOptions& options);

}  // namespace cchnn
