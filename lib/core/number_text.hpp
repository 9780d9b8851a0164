#pragma once
// Numbers in messages, reports and names.

#include <string>
#include <utility>

namespace cchnn {

// Shortest text that reads back as the same double: "0.1", "1e-13", "inf", "nan".
std::string number_text(double number);
// So many digits, without zeros at the end: "0.333333", "1e-13".
std::string short_number(double number, int digits = 6);
// Both numbers with six digits, or with as many more as show that they differ.
std::pair<std::string, std::string> different_texts(double one, double other);

}  // namespace cchnn
