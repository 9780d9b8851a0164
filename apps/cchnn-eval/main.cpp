// cchnn-eval: scores predictions against a test set. Parse, call, exit code.

#include "../command_json.hpp"
#include "../end_with_parent.hpp"
#include "../run_program.hpp"
#include "commands.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
    cchnn::end_with_parent();
    cchnn::keep_memory();
    const auto run = [&] {
        const std::optional<cchnn::EvalCommand> command = cchnn::parse_command_line(argc, argv);
        if (!command) return cchnn::ExitCode::ok;
        return std::visit([](const auto& options) { return cchnn::run(options); }, *command);
    };
    return cchnn::run_program("cchnn-eval", run,
                              [&](const cchnn::End& end) { cchnn::tell_early_end("cchnn-eval", argc, argv, end); });
}
