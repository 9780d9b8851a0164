#pragma once
// Which input drives an item of a file (parts/input.hpp). Defined with the other questions in items.cpp.

#include <string>

#include "elements/parts/item_spec.hpp"

namespace cchnn {

// Its id; "" without one.
std::string input_of(const ItemSpec& item);

}  // namespace cchnn
