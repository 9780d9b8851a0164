#pragma once
// What times are measured on.

#include <iosfwd>
#include <string>

namespace cchnn {

// "Intel(R) Xeon(R) Processor @ 2.90GHz", as the kernel says it; "" where it says nothing.
std::string processor_name();
// The same of a text like that of /proc/cpuinfo.
std::string processor_name_in(std::istream& cpuinfo);

}  // namespace cchnn
