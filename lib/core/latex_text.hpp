#pragma once
// Untrusted text as LaTeX that prints it, with pdflatex and no packages: characters that would be commands are escaped,
// and letters that its fonts lack become
//   Greek     mathematics: $\theta$
//   others    themselves where the engine knows all of Unicode (XeLaTeX, LuaLaTeX), else [U+6A21]

#include <string>

namespace cchnn {

std::string latex_text(const std::string& text);
// The same where a line may break after each part of a long word: behind | _ - / . and letters beyond ASCII,
// and every 16 letters.
std::string breakable_latex_text(const std::string& text);
// That of a signature or a digest, as \texttt{...}.
std::string breakable_latex(const std::string& text);
// The same for a BibTeX field, whose braces must balance, also those of \{: braces become parentheses.
std::string bibtex_text(std::string text);

}  // namespace cchnn
