#pragma once
// The command line of making a dataset in parts: generate --shard k/n, and merge.

#include <string>

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

// "3/12". Throws UsageError for a text that is no such pair; the library checks whether k <= n.
Shard shard_in(const std::string& text);

class MergeParser {
  public:
    MergeParser(CLI::App& app, int threads);  // the default of --threads
    bool parsed() const;
    MergeCommand command() const;

  private:
    CLI::App* merge_;
    std::string output_;
    MergeCommand command_;
};

}  // namespace cchnn
