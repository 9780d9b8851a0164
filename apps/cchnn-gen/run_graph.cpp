#include <cstdio>

#include "commands.hpp"

namespace cchnn {

ExitCode run(const GraphCommand& command) {
    std::fputs(system_text(command.family, command.member).c_str(), stdout);
    return ExitCode::ok;
}

}  // namespace cchnn
