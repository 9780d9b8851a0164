#pragma once
// Which input an item of a file is multiplied by (parts/input.hpp). Defined with the other questions in items.cpp.

#include <string>

#include "elements/parts/item_spec.hpp"

namespace cchnn {

// Its id; "" without one.
std::string input_of(const ItemSpec& item);

}  // namespace cchnn
