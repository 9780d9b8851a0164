#pragma once
// The command line of `corpus`.

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

void add_corpus(CLI::App& app, CorpusEvalOptions& options);
// Throws UsageError.
void check(const CorpusEvalOptions& options);

}  // namespace cchnn
