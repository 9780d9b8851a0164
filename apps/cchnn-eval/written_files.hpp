#pragma once
// Reports go where a flag says: nowhere, to a file, to standard output ("-"). A failure is told in the JSON too.

#include <iostream>
#include <string>

#include "../run_program.hpp"
#include "report/json_report.hpp"

namespace cchnn {

template <class Text>
void write_if_asked(const std::string& path, const Text& text) {
    if (path == "-") std::cout << text();
    else if (!path.empty()) write_text_file(path, text());
}

// What `work` gives. Whoever reads the JSON learns of its failure there; the program ends with the same code.
template <class Work>
auto or_report_failure(const std::string& json, const Work& work) {
    try {
        return work();
    } catch (const Error& error) {
        try {
            write_if_asked(json, [&] { return json_failure(error.exit_code(), error.problems()); });
        } catch (const IoError& not_written) {
            print_problems("cchnn-eval", not_written.problems());  // the first failure decides the exit code
        }
        throw;
    }
}

}  // namespace cchnn
