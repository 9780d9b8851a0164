#pragma once
// The command line of cchnn-gen observe.

#include <string>
#include <vector>

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class ObserveParser {
  public:
    explicit ObserveParser(CLI::App& app);
    bool parsed() const;
    ObserveCommand command() const;  // throws UsageError

  private:
    CLI::App* app_;
    ObserveOptions options_;
    std::string camera_, sweep_, json_;
    bool hide_velocities_ = false;
};

}  // namespace cchnn
