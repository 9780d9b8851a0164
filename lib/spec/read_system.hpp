#pragma once
// Reads a system file into a SystemSpec. Throws SpecError with all problems of a file (exit code 3), IoError if
// it cannot be read.
//
// The order of steps. A problem of step 1 ends the reading; those of the others are collected:
//
//   1. syntax      JSON with limits of size; duplicate keys are errors, with line and column (json/json_syntax.hpp)
//   2. rewriting   comments are rejected, a Lagrangian and repeats are written out, end keys renamed, constant formulas
//                  evaluated (json/json_syntax.hpp, lagrangian_form.hpp, repeats.hpp, end_keys.hpp, number_formulas.hpp)
//   3. structure   schemas/system.schema.json, by Valijson, draft 7 (json/schema_check.hpp)
//   4. meaning     meshes, references, ranges, shapes (resolve_meshes.hpp, reading/, meaning/)
//
// If there are problems before step 4, it still runs on the valid parts of the document (reading/sound_parts.hpp), so
// that a user sees as many problems as possible at once. Places in messages are those of the file as it was
// written. Every message names file, JSON pointer, value and rule, and for a misspelling the nearest valid
// name:
//   systems/a.json#/bodies/2/mass: must be > 0 kg, got -1.5

#include <string>
#include <vector>

#include "spec/resolve_meshes.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Reads a text. `source` is its name in messages: a path, or "test.h5:/system/json". `find_file` reads the
// meshes that the text names; it is empty for a text that must be complete in itself, such as one stored in a
// dataset.
SystemSpec parse_system(const std::string& json_text, const std::string& source, const FileFinder& find_file = {});

// Reads a built-in system ("chain_pendulum_3"), or a file: a name with a '/' or ending in ".json". Throws
// UsageError for an unknown name.
SystemSpec load_system(const std::string& name_or_path);

// The names of the built-in systems, sorted.
std::vector<std::string> builtin_system_names();
// The folder of a built-in system in systems/: "benchmarks", "surfaces", ..., or "" for systems/ itself.
std::string builtin_system_group(const std::string& name);

}  // namespace cchnn
