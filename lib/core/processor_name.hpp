#pragma once
// What times are measured on.

#include <string>

namespace cchnn {

// "Intel(R) Xeon(R) Processor @ 2.90GHz", as the kernel says it; "" where it says nothing.
std::string processor_name();

}  // namespace cchnn
