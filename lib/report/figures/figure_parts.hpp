#pragma once
// What all gnuplot scripts share: one look, harmless names, numbers.

#include <cstddef>
#include <string>

namespace cchnn {

constexpr std::size_t line_colours = 8;
// Six colours of Okabe and Ito, told apart with any colour vision, then violet and brown; "#0072B2", the i-th one.
const char* line_colour(std::size_t i);
// A name inside quotes of a script that gnuplot runs: names come from strangers, so only harmless letters pass.
std::string gnuplot_quoted(const std::string& name);
// The same for the name of a row: two lines when it is long.
std::string gnuplot_row_name(const std::string& name);
// Terminal, fonts, borders, grid; size "820,480". The picture is NAME.svg.
std::string figure_header(const std::string& name, const char* size);
std::string gnuplot_number(double value);

}  // namespace cchnn
