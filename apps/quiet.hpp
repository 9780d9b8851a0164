#pragma once
// Whether --quiet was given: no progress, and no summary of what was written; results, differences and errors alone.

namespace cchnn {

inline bool quiet = false;  // set once, by parse_command_line()

}  // namespace cchnn
