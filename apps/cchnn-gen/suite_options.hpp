#pragma once
// The command line of cchnn-gen suite.

#include <string>

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class SuiteParser {
  public:
    SuiteParser(CLI::App& app, int threads);
    bool parsed() const;
    SuiteCommand command() const;  // throws UsageError

  private:
    CLI::App* app_;
    SuiteCommand command_;
    std::string shard_;
};

}  // namespace cchnn
