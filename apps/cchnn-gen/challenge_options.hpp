#pragma once
// The command line of cchnn-gen challenge.

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class ChallengeParser {
  public:
    ChallengeParser(CLI::App& app, int threads);
    bool parsed() const;
    ChallengeCommand command() const;  // throws UsageError

  private:
    void add_seal();
    void add_reveal();
    void add_verify();

    CLI::App *app_, *seal_ = nullptr, *reveal_ = nullptr, *verify_ = nullptr;
    ChallengeCommand command_;
    std::string round_, secret_;
};

}  // namespace cchnn
