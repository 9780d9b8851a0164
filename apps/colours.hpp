#pragma once
// Colours on a terminal that shows them, for what a reader looks for first: names and headings in help, the words
// passed and FAILED, the name of the program before an error. There are none in a pipe or a file, none where NO_COLOR is
// set (no-color.org), and none on a terminal that says nothing of itself or is dumb.

#include <string>

namespace cchnn {

bool has_colours(int descriptor);

// With the colours of help: headings bold, commands and options in the accent colour.
std::string coloured_help(const std::string& text);
// With the colours of results and complaints: "passed" green, "FAILED" and the name before an error red, at the
// beginning of a line.
std::string coloured_lines(const std::string& text);

}  // namespace cchnn
