#include "report/figures/figure_parts.hpp"

#include <array>
#include <cctype>
#include <sstream>

namespace cchnn {

const char* line_colour(std::size_t i) {
    static constexpr std::array<const char*, line_colours> colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                                   "#E69F00", "#56B4E9", "#7B4FA6", "#8A5A2B"};
    return colours[i % colours.size()];
}

std::string gnuplot_quoted(const std::string& name) {
    std::string safe;
    for (char c : name.substr(0, 120)) {
        const bool harmless = std::isalnum(static_cast<unsigned char>(c)) ||
                              std::string(" _-+.,:=()[]/%&<>#;{}^~|*!@$?").find(c) != std::string::npos;
        safe += harmless || (static_cast<unsigned char>(c) & 0x80) ? c : '?';
    }
    return "'" + safe + "'";
}

std::string gnuplot_row_name(const std::string& name) {
    constexpr std::size_t line = 38;
    std::string quoted = gnuplot_quoted(name.size() > 2 * line ? name.substr(0, 2 * line - 3) + "..." : name);
    quoted.front() = quoted.back() = '"';  // where gnuplot reads \n; no letter of a quoted name means anything there
    const std::size_t space = quoted.size() > line ? quoted.rfind(' ', line) : std::string::npos;
    return space == std::string::npos ? quoted : quoted.replace(space, 1, "\\n");
}

std::string figure_header(const std::string& name, const char* size) {
    std::ostringstream s;
    s << "# Draw again: gnuplot " << name << ".gp\n"
      << "set terminal svg size " << size << " rounded font 'Helvetica,15' background rgb 'white'\n"
      << "set output '" << name << ".svg'\n"
      << "set encoding utf8\n"
      << "set border 3 lc rgb '#444444' lw 1\n"
      << "set tics nomirror out scale 0.6 textcolor rgb '#222222'\n"
      << "set grid lc rgb '#e3e3e3' lw 1 lt 1\n"
      << "set key outside top center horizontal Left reverse noenhanced samplen 2 textcolor rgb '#222222'\n";
    return s.str();
}

std::string gnuplot_number(double value) {
    std::ostringstream s;
    s.precision(9);
    s << value;
    return s.str();
}

}  // namespace cchnn
