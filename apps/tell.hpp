#pragma once
// Text that programs print for people. On a terminal, lines that are wider than it are broken at a space, with an
// indent; a word that is wider by itself (a digest, a path, a signature) stays whole. Elsewhere lines are not broken,
// so that grep finds them.

#include <string>
#include <vector>

#include "report/report_file.hpp"

namespace cchnn {

void tell(const std::string& text);  // to standard output
// As printf.
[[gnu::format(printf, 1, 2)]] void tell_of(const char* pattern, ...);
// "wrote page.html, picture.svg": the files of these that were asked for; nothing with --quiet, or where one of them is
// standard output.
void tell_written(const std::vector<ReportFile>& files);
// To standard error, as one.
void complain(const std::string& text);

}  // namespace cchnn
