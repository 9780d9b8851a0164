#pragma once
// The command line of cchnn-gen verify, and which options of a command were typed.

#include <string>
#include <vector>

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class VerifyParser {
  public:
    VerifyParser(CLI::App& app, int threads);
    bool parsed() const;
    VerifyCommand command() const { return command_; }

  private:
    CLI::App* app_;
    VerifyCommand command_;
};

// --license, --url, --creator, --published.
void add_publication(CLI::App& command, Publication& publication);

// The first long name of each option that was typed: "--seed".
std::vector<std::string> given_options(const CLI::App& command);

}  // namespace cchnn
