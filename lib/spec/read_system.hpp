#pragma once
// JSON -> SystemSpec. Throws SpecError with all problems of a file (exit code 3), IoError when it cannot be read.
//
// Three passes, each only when the one before found nothing: JSON syntax (duplicate keys are errors; line and column),
// structure by schemas/system.schema.json (Valijson, draft 7), and meaning (meshes, references, ranges, shapes).
// Every message names file, JSON pointer, the value, the rule, and the nearest valid name for a typo:
//   systems/a.json#/bodies/2/mass: must be > 0 kg, got -1.5

#include <string>
#include <vector>

#include "spec/resolve_meshes.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// `source` is what messages call the text: a path, or "test.h5:/system/json". `find_file` reads the meshes that the
// text names; none for a text that must be complete in itself, as one stored with a dataset is.
SystemSpec parse_system(const std::string& json_text, const std::string& source, const FileFinder& find_file = {});

// A built-in name ("chain_pendulum_3") or a path to a JSON file (anything with a '/' or ending in ".json").
// Throws UsageError for a name that is not built in.
SystemSpec load_system(const std::string& name_or_path);

// Names of the systems compiled into the library from systems/ and its folders, sorted.
std::vector<std::string> builtin_system_names();
// The folder of a built-in system in systems/: "benchmarks", "peers", or "" for systems/ itself.
std::string builtin_system_group(const std::string& name);

}  // namespace cchnn
