#pragma once
// A text of a stranger as LaTeX that prints it, with pdflatex and no package but those of its kernel: what would be a
// command is spelled out, and letters that its fonts lack are
//   Greek     mathematics: $\theta$
//   others    themselves where the engine knows all of Unicode (XeLaTeX, LuaLaTeX), else [U+6A21]

#include <string>

namespace cchnn {

std::string latex_text(const std::string& text);
// The same between the braces of a BibTeX field, where each counts, that of \{ too: they become parentheses.
std::string bibtex_text(std::string text);

}  // namespace cchnn
