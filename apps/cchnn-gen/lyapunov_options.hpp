#pragma once
// The command line of cchnn-gen lyapunov.

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class LyapunovParser {
  public:
    LyapunovParser(CLI::App& app, int threads);  // the default of --threads
    bool parsed() const;
    LyapunovCommand command() const;

  private:
    CLI::App* app_;
    LyapunovCommand command_;
};

}  // namespace cchnn
