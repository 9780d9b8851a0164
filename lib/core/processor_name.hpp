#pragma once
// The processor on which times are measured.

#include <iosfwd>
#include <string>

namespace cchnn {

// "Intel(R) Xeon(R) Processor @ 2.90GHz", as the kernel names it; "" if it does not.
std::string processor_name();
// The same from a text like that of /proc/cpuinfo.
std::string processor_name_in(std::istream& cpuinfo);

}  // namespace cchnn
