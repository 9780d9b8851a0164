#pragma once
// The command line of cchnn-eval board.

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

void add_board(CLI::App& app, BoardOptions& options);
void check(const BoardOptions& options);  // throws UsageError

}  // namespace cchnn
