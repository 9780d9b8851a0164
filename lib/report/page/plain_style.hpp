#pragma once
// The style sheet of drawings (html/figure.css) for a file of its own. Pages keep its colours as CSS variables, which a
// reader may change; programs that make pictures of SVG files often know none and draw all of it black. Here each rule
// has its colours themselves, those of a light screen and of paper first, then those of a dark screen.

#include <set>
#include <string>

namespace cchnn {

// With the colours of these series: "c0" to "c7", "truth".
std::string plain_style(const std::set<std::string>& series);

}  // namespace cchnn
