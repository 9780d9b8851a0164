#pragma once
// The command line of cchnn-gen convert.

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class ConvertParser {
  public:
    explicit ConvertParser(CLI::App& app);
    bool parsed() const;
    ConvertCommand command() const { return command_; }

  private:
    CLI::App* convert_;
    ConvertCommand command_;
};

}  // namespace cchnn
