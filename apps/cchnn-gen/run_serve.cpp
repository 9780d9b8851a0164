#include <csignal>

#include "../command_json.hpp"
#include "commands.hpp"
#include "pipes.hpp"

namespace cchnn {

ExitCode run(const ServeCommand& command) {
    if (isatty(STDOUT_FILENO) || isatty(STDIN_FILENO))
        throw UsageError("standard input and output",
                         "must be pipes or files, and one is a terminal; frames are not text");
    std::signal(SIGPIPE, SIG_IGN);  // the write fails instead, which ends the answers
    OutputRule rule{{}, command.force};
    if (command.options.system.find('/') != std::string::npos || command.options.system.ends_with(".json"))
        rule.inputs.push_back(command.options.system);
    return with_json({"cchnn-gen serve", "served"}, command.json, rule, [&](auto& command_report) {
        const Served served = serve(command.options, StandardInput(), write_all);
        command_report.items.push_back(served_json(command.options, served));
        return ExitCode::ok;
    });
}

}  // namespace cchnn
