#include "core/latex_text.hpp"

#include <doctest/doctest.h>

using cchnn::bibtex_text;
using cchnn::latex_text;

TEST_CASE("braces of a stranger are none of BibTeX's") { CHECK(bibtex_text("{a} 50%") == "(a) 50\\%"); }

TEST_CASE("what would be a command of LaTeX is spelled out") {
    CHECK(latex_text("a\\input{x} $1 50% #_&~^|<>") ==
          "a\\textbackslash{}input\\{x\\} \\$1 50\\% \\#\\_\\&\\textasciitilde{}\\textasciicircum{}\\textbar{}"
          "\\textless{}\\textgreater{}");
    CHECK(latex_text("[2] b\nc") == "{[}2{]} b\\textbackslash{}nc");  // an option of the line's end before it
}

TEST_CASE("letters that pdflatex lacks become mathematics, or their number where the engine does not know them") {
    CHECK(latex_text("na\u00efve \u2013 \u0161") == "na\u00efve \u2013 \u0161");
    CHECK(latex_text("\u03b8-net, \u03c3") == "$\\theta$-net, $\\sigma$");
    CHECK(latex_text("\u6a21") == "\\ifdefined\\Umathcode \u6a21\\else{[}U+6A21{]}\\fi{}");
    CHECK(latex_text("\U0001f600 \u00ab") ==
          "\\ifdefined\\Umathcode \U0001f600\\else{[}U+1F600{]}\\fi{} \\ifdefined\\Umathcode "
          "\u00ab\\else{[}U+00AB{]}\\fi{}");
    // U+0800 is the first of three bytes, U+10000 of four.
    for (const auto& one :
         {std::pair("\u07ff", "07FF"), {"\u0800", "0800"}, {"\uffff", "FFFF"}, {"\U00010000", "10000"}})
        CHECK(latex_text(one.first) ==
              std::string("\\ifdefined\\Umathcode ") + one.first + "\\else{[}U+" + one.second + "{]}\\fi{}");
    CHECK(latex_text("\xff") == "\\textbackslash{}xff");
}
