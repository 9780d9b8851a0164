#pragma once
// Names of options in messages. The library calls an option as its structs do, without "--"; the process decides how
// messages spell it, since a C++ caller sets `overwrite` and a user of a program types --force.

#include <string>
#include <string_view>

namespace cchnn {

// "'rest_length'", or "--rest-length" for users of a program.
std::string option(std::string_view name);

// From here on messages of this process spell options as they are typed. Programs call it before anything else.
void spell_options_as_typed();

}  // namespace cchnn
