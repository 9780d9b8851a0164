#pragma once

namespace cchnn {

// Does the kernel take the reader's list of system calls (enter_jail.hpp) here? False also where no reader can be started.
bool reader_is_filtered();

}  // namespace cchnn
