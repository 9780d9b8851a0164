#pragma once
// The command line of cchnn-gen serve.

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class ServeParser {
  public:
    explicit ServeParser(CLI::App& app);
    bool parsed() const;
    ServeCommand command() const;  // throws UsageError

  private:
    CLI::App* app_;
    ServeCommand command_;
};

}  // namespace cchnn
