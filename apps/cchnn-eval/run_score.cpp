#include <iostream>

#include "../run_program.hpp"
#include "commands.hpp"
#include "evaluate.hpp"
#include "report/figures.hpp"
#include "report/json_report.hpp"
#include "report/text_report.hpp"
#include "report/text_table.hpp"

namespace cchnn {
namespace {

void write_json(const std::string& path, const std::string& json) {
    if (path == "-")
        std::cout << json;
    else if (!path.empty())
        write_text_file(path, json);
}

Scores evaluate_or_report(const ScoreOptions& options) {
    try {
        return evaluate({options.truth, {options.submissions.begin(), options.submissions.end()}, options.scoring,
                         options.shown});
    } catch (const Error& error) {
        // Whoever reads the JSON learns of the failure there; the program ends with the same code.
        try {
            write_json(options.json, json_failure(error.exit_code(), error.problems()));
        } catch (const IoError& not_written) {
            print_problems("cchnn-eval", not_written.problems());  // the first failure decides the exit code
        }
        throw;
    }
}

}  // namespace

ExitCode run(const ScoreOptions& options) {
    const Scores scores = evaluate_or_report(options);
    if (options.json != "-") std::cout << text_report(scores, output_width());
    write_json(options.json, json_report(scores));
    if (options.figures.empty()) return ExitCode::ok;
    for (const std::string& failure : write_figures(scores, options.figures))
        print_problems("cchnn-eval", {{options.figures, failure}});
    return ExitCode::ok;
}

}  // namespace cchnn
