#pragma once
// Text that programs print for people. On a terminal, lines that are wider than it are broken at a space, with an
// indent; a word that is wider by itself (a digest, a path, a signature) stays whole. Elsewhere lines are not broken,
// so that grep finds them.

#include <string>

namespace cchnn {

void tell(const std::string& text);  // to standard output
// As printf.
[[gnu::format(printf, 1, 2)]] void tell_of(const char* pattern, ...);
// To standard error, as one.
void complain(const std::string& text);

}  // namespace cchnn
