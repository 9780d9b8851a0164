#include "core/latex_text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>

#include "core/printable.hpp"

namespace cchnn {
namespace {

constexpr std::pair<char, const char*> commands[] = {{'\\', "\\textbackslash{}"},
                                                     {'~', "\\textasciitilde{}"},
                                                     {'^', "\\textasciicircum{}"},
                                                     {'|', "\\textbar{}"},
                                                     {'<', "\\textless{}"},
                                                     {'>', "\\textgreater{}"},
                                                     {'[', "{[}"},
                                                     {']', "{]}"}};  // behind a line's end [ ] would be an option

std::string escaped(char c) {
    for (const auto& [written, command] : commands)
        if (c == written) return command;
    const bool is_special = std::string_view("#$%&_{}").find(c) != std::string_view::npos;
    return is_special ? std::string{'\\', c} : std::string{c};
}

// LaTeX has no command for Greek letters that look like Latin ones.
constexpr std::string_view greek[] = {"alpha",  "beta", "gamma", "delta",    "varepsilon", "zeta", "eta",
                                      "theta",  "iota", "kappa", "lambda",   "mu",         "nu",   "xi",
                                      "",       "pi",   "rho",   "varsigma", "sigma",      "tau",  "upsilon",
                                      "varphi", "chi",  "psi",   "omega"};
std::string greek_letter(std::uint32_t code) {
    if (code < 0x3b1 || code > 0x3c9 || greek[code - 0x3b1].empty()) return "";
    return "$\\" + std::string(greek[code - 0x3b1]) + "$";
}

// Whether LaTeX sets this accented letter or punctuation mark in Computer Modern without a further package.
bool is_in_fonts(std::uint32_t code) {
    constexpr std::uint32_t lacking[] = {0xab,  0xbb,  0xd0,  0xde,  0xf0,  0xfe,  0x104, 0x105, 0x110,
                                         0x111, 0x118, 0x119, 0x126, 0x127, 0x12e, 0x12f, 0x138, 0x13f,
                                         0x140, 0x149, 0x14a, 0x14b, 0x166, 0x167, 0x172, 0x173, 0x17f};
    for (const std::uint32_t code_point : lacking)
        if (code == code_point) return false;
    return (code >= 0xa1 && code < 0x180) || (code >= 0x2018 && code <= 0x201d && code != 0x201b) || code == 0x2013 ||
           code == 0x2014 || code == 0x2026;
}

std::string by_number(std::uint32_t code, std::string_view character) {
    char number[20];
    std::snprintf(number, sizeof number, "U+%04X", static_cast<unsigned>(code));
    return "\\ifdefined\\Umathcode " + std::string(character) + "\\else{[}" + number + "{]}\\fi{}";
}

}  // namespace

std::string latex_text(const std::string& text) {
    const std::string shown = printable(text);
    std::string safe;
    for (std::size_t begin = 0; begin < shown.size();) {
        const auto [code, bytes] = utf8_character(shown, begin);
        const std::string_view character = std::string_view(shown).substr(begin, bytes);
        begin += bytes;
        if (code < 0x80) safe += escaped(character[0]);
        else if (const std::string letter = greek_letter(code); !letter.empty()) safe += letter;
        else safe += is_in_fonts(code) ? std::string(character) : by_number(code, character);
    }
    return safe;
}

std::string breakable_latex_text(const std::string& text) {
    constexpr std::size_t longest = 16;
    const std::string shown = printable(text);
    std::string safe, part;
    for (std::size_t begin = 0; begin < shown.size();) {
        const std::size_t bytes = std::max<std::size_t>(utf8_character(shown, begin).bytes, 1);
        part += shown.substr(begin, bytes);
        begin += bytes;
        const bool breaks = bytes > 1 || std::string_view("|_-/.").find(part.back()) != std::string_view::npos;
        if ((!breaks && part.size() < longest) || begin == shown.size()) continue;
        safe += latex_text(part) + "\\allowbreak{}";
        part.clear();
    }
    return safe + latex_text(part);
}

std::string breakable_latex(const std::string& text) { return "\\texttt{" + breakable_latex_text(text) + "}"; }

std::string bibtex_text(std::string text) {
    for (char& c : text) c = c == '{' ? '(' : c == '}' ? ')' : c;
    return latex_text(text);
}

}  // namespace cchnn
