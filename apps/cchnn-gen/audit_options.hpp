#pragma once
// The command line of cchnn-gen audit.

#include <string>

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class AuditParser {
  public:
    AuditParser(CLI::App& app, int threads);  // the default of --threads
    bool parsed() const;
    AuditCommand command() const;  // throws UsageError

  private:
    CLI::App* app_;
    AuditCommand command_;
    std::string split_;
};

}  // namespace cchnn
