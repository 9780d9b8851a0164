#pragma once
// The style sheet of drawings (html/figure.css) for an SVG file of its own. Pages keep its colours as CSS
// variables, which many programs that convert SVG files do not know: they would draw everything black. Here
// each rule names its colours, first those of a light screen and of paper, then those of a dark screen.

#include <set>
#include <string>

namespace cchnn {

enum class Palette { both, light };

// With rules for the colours of these series only: "c0" to "c7", "truth".
std::string plain_style(const std::set<std::string>& series, Palette palette = Palette::both);

}  // namespace cchnn
