#pragma once
// Environments: systems with drawn masses, lengths or other values, which stay the same within one, and a dataset of
// each (schemas/system/families.md, "Environments").
//
//   family -> member e of its training set --+
//   prior  -> draw e of its hidden values  --+-> a system file with these values -> generate()
//          -> DIR/train/NAME_0000/, ...
//   environments.json: the family, the values of each environment, and the digests of its files
//
// Environments to adapt to come after those to train on, have fewer training trajectories, and lie in DIR/adapt/. The
// same command resumes an interrupted run.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

struct EnvironmentsOptions {
    std::filesystem::path directory;
    std::uint64_t seed = 0;
    std::uint64_t environments = 9, adaptations = 4;  // to train on, to adapt to
    std::uint64_t trajectories = 4, few = 1;          // in train.h5 of these
    std::uint64_t test = 32;                          // in test.h5 of each
    std::optional<double> dt;                         // s; default: the system's own
    std::optional<int> samples;
    int threads = 1;
    bool overwrite = false;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;  // in trajectories

    std::vector<Problem> check() const;  // all violated rules
};

// What environments are drawn from.
struct EnvironmentFamily {
    struct Value {
        std::string name, pointer, unit;  // unit: "" where it is not known
    };
    std::string name, json, source;  // `json`: the system, with values that are replaced
    std::vector<Value> values;       // drawn ones, and those that are computed from them
    // The values of an environment, as JSON texts.
    std::function<std::vector<std::string>(std::uint64_t seed, std::uint64_t number)> draw;

    // The text of the system with these values.
    std::string member(const std::string& name, const std::vector<std::string>& values) const;
};
// Throws UsageError (a system that draws no properties), SpecError, IoError. `name` is a built-in system, or the path
// of a system or of a prior (schemas/challenge.md).
EnvironmentFamily environment_family(const std::string& name);

struct Environment {
    std::string side, name;           // "train" or "adapt"; of the system and its directory
    std::uint64_t seed = 0;           // of its dataset
    std::vector<std::string> values;  // as JSON
    std::string train_digest, test_digest;
};

struct EnvironmentsReport {
    std::vector<Environment> environments;
    std::uint64_t made = 0;  // by this run
};

// Throws UsageError, SpecError, DataError, IoError, NumericalError.
EnvironmentsReport make_environments(const EnvironmentFamily& family, const EnvironmentsOptions& options);
// As items of a command's JSON.
std::vector<std::string> environments_json(const EnvironmentFamily& family, const EnvironmentsReport& report);

}  // namespace cchnn
