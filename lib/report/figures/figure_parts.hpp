#pragma once
// What all gnuplot scripts share: one look, quoted names, numbers. Pages draw with the same colours.

#include <cstddef>
#include <string>

namespace cchnn {

constexpr std::size_t line_colours = 8;
// The colour of the i-th line, "#0072B2". Six of the eight are those of Okabe and Ito, which can be told apart
// with any colour vision (M. Okabe, K. Ito, Color Universal Design, 2008); then violet and brown. After eight
// they repeat.
const char* line_colour(std::size_t i);
// A name in quotes for a script that gnuplot runs. Names come from submissions of other people, and gnuplot can
// run shell commands from strings: quotes, backslashes and control characters become "?", and long names are cut.
std::string gnuplot_quoted(const std::string& name);
// The same for the label of a row: a long name is broken into two lines, and shortened beyond that.
std::string gnuplot_row_name(const std::string& name);
// The first lines of each script: terminal, fonts, borders, grid; `size` is "820,480" in pixels. The script
// writes NAME.svg.
std::string figure_header(const std::string& name, const char* size);
std::string gnuplot_number(double value);

}  // namespace cchnn
