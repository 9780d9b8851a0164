#pragma once
// What help says of --json where a command reports what it did.

namespace cchnn {

inline constexpr const char* json_option_help =
    "also write the result as JSON (schemas/commands.md) to this file; - for standard output, and nothing else "
    "there";
inline constexpr const char* json_force_help = "let it replace a file that is not a JSON report of this program";

}  // namespace cchnn
