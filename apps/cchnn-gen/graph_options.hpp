#pragma once
// The command line of cchnn-gen graph: one subcommand a family; the one that was parsed makes the command.

#include <string>

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class GraphParser {
  public:
    explicit GraphParser(CLI::App& app);
    bool parsed() const;
    GraphCommand command() const;

  private:
    CLI::App* add(const char* family, const char* what, const char* count_flag, int& count, const char* footer);
    void add_chain();
    void add_coupled();
    void add_beam_chain();
    void add_ring();

    CLI::App* graph_;
    CLI::App *chain_command_ = nullptr, *coupled_command_ = nullptr, *beam_chain_command_ = nullptr,
             *ring_command_ = nullptr;
    ChainFamily chain_;
    CoupledFamily coupled_;
    BeamChainFamily beam_chain_;
    RingFamily ring_;
    FamilyMember member_;
    std::string json_;
    bool force_ = false;
};

}  // namespace cchnn
