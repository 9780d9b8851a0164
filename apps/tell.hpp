#pragma once
// What programs say to people. On a terminal, lines that are wider than it go on below at a word, indented; a word that
// is wider by itself (a digest, a path, a signature) stays whole. Elsewhere lines stay as they are, one for grep each.

#include <string>

namespace cchnn {

void tell(const std::string& text);  // to standard output
// As printf.
[[gnu::format(printf, 1, 2)]] void tell_of(const char* pattern, ...);
// To standard error, as one.
void complain(const std::string& text);

}  // namespace cchnn
