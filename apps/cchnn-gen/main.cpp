// cchnn-gen: system graphs in, ground-truth trajectories out. Parse, call, exit code.

#include "../run_program.hpp"
#include "commands.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
    return cchnn::run_program("cchnn-gen", [&] {
        const std::optional<cchnn::GenCommand> command = cchnn::parse_command_line(argc, argv);
        if (!command) return cchnn::ExitCode::ok;
        return std::visit([](const auto& options) { return cchnn::run(options); }, *command);
    });
}
