#pragma once
// What all gnuplot scripts share: one look, harmless names, numbers; and what pages draw alike.

#include <cstddef>
#include <string>

namespace cchnn {

struct Scores;

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

// Phi of a distance constraint is |x_A - x_B|^2 - l^2: below 10 * 2^-52 max |x|^2 (m^2), a few roundings of its terms, it
// is rounding of the coordinates. The largest is that of the drawn trajectory of the reference; 1 m where none is drawn.
double rounding_of_constraints(const Scores& scores);

}  // namespace cchnn
