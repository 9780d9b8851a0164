#include "graph_options.hpp"

#include "../parse_arguments.hpp"

namespace cchnn {
namespace {

constexpr const char* graph_footer = R"(
Prints a system file: redirect it, change it, and give it to any command that takes a SYSTEM. A list of numbers is one for
each body, separated by blanks; one number is for all of them.
Examples:
  cchnn-gen graph chain --links 20 > chain.json
  cchnn-gen graph chain --links 20 --json chain.json
  cchnn-gen graph chain --links 3 --mass 1 1 2 --length 0.5 --name my_chain > my_chain.json
  cchnn-gen graph coupled --bobs 8 --stiffness 20 > coupled.json
  cchnn-gen generate chain.json -o data)";

constexpr const char* chain_footer = R"(
With 1, 2, 3 or 5 links and no other option it is the built-in chain_pendulum_N: the same graph, the same trajectories.
Examples:
  cchnn-gen graph chain --links 1000 > chain.json
  cchnn-gen graph chain --links 2 --mass 1 2 --length 1 0.5 --g 1.62 --name on_the_moon > on_the_moon.json)";

constexpr const char* coupled_footer = R"(
With 3 bobs and no other option it is the built-in coupled_pendulum_3.
Examples:
  cchnn-gen graph coupled --bobs 10 > coupled.json
  cchnn-gen graph coupled --bobs 2 --spacing 0.5 --stiffness 4 --rest-length 0.4 > pair.json)";

constexpr const char* beam_chain_footer = R"(
With 3 links and no other option it is the built-in beam_chain_3.
Examples:
  cchnn-gen graph beam-chain --links 10 > beams.json
  cchnn-gen graph beam-chain --links 2 --length 1 0.5 --mass 2 > two_beams.json)";

constexpr const char* ring_footer = R"(
Examples:
  cchnn-gen graph ring --bobs 12 > ring.json
  cchnn-gen graph ring --bobs 6 --mass 1 1 1 1 1 5 --length 0.5 --spin 2 > necklace.json)";

}  // namespace

GraphParser::GraphParser(CLI::App& app) : graph_(app.add_subcommand("graph", "print a system file of any size")) {
    graph_->require_subcommand(1);
    graph_->footer(graph_footer);
    add_chain();
    add_coupled();
    add_beam_chain();
    add_ring();
}

bool GraphParser::parsed() const { return graph_->parsed(); }
GraphCommand GraphParser::command() const {
    if (chain_command_->parsed()) return {chain_, member_, json_, force_};
    if (coupled_command_->parsed()) return {coupled_, member_, json_, force_};
    if (beam_chain_command_->parsed()) return {beam_chain_, member_, json_, force_};
    return {ring_, member_, json_, force_};
}

CLI::App* GraphParser::add(const char* family, const char* what, const char* count_flag, int& count,
                           const char* footer) {
    CLI::App* command = graph_->add_subcommand(family, what);
    command->add_option(count_flag, count, "how many, up to 10000")->capture_default_str();
    command->add_option("--name", member_.name, "name of the system [the family's and the number]");
    command->add_option("--dt", member_.dt, "time between samples, s [that of the built-in systems]");
    command->add_option("--steps", member_.steps, "samples of a trajectory [100]");
    command->add_option("--json", json_, "write it to this file instead; - for standard output");
    command->add_flag("--force", force_, "replace an existing file");
    command->footer(footer);
    return command;
}

void GraphParser::add_chain() {
    chain_command_ =
        add("chain", "bobs on rods, one below the other, in the plane", "--links", chain_.count, chain_footer);
    chain_command_->add_option("--mass", chain_.masses, "of each bob, kg [the built-in chain's, or 1]");
    chain_command_->add_option("--length", chain_.lengths, "of each rod, m [the built-in chain's, or 1]");
    chain_command_->add_option("--g", chain_.g, "gravity, m/s^2")->capture_default_str();
}

void GraphParser::add_coupled() {
    coupled_command_ = add("coupled", "pendulums in a row in space, springs between neighbours", "--bobs",
                           coupled_.count, coupled_footer);
    coupled_command_->add_option("--mass", coupled_.masses, "of each bob, kg [1]");
    coupled_command_->add_option("--length", coupled_.lengths, "of each rod, m [1]");
    coupled_command_->add_option("--spacing", coupled_.spacing, "from anchor to anchor, m")->capture_default_str();
    coupled_command_->add_option("--stiffness", coupled_.stiffness, "of each spring, N/m")->capture_default_str();
    coupled_command_->add_option("--rest-length", coupled_.rest_length, "of each spring, m [the spacing]");
    coupled_command_->add_option("--g", coupled_.g, "gravity, m/s^2")->capture_default_str();
}

void GraphParser::add_beam_chain() {
    beam_chain_command_ = add("beam-chain", "uniform beams in space, end to end on ball joints", "--links",
                              beam_chain_.count, beam_chain_footer);
    beam_chain_command_->add_option("--mass", beam_chain_.masses, "of each beam, kg [1 kg per metre]");
    beam_chain_command_->add_option("--length", beam_chain_.lengths, "of each beam, m [the built-in chain's, or 1]");
    beam_chain_command_->add_option("--g", beam_chain_.g, "gravity, m/s^2")->capture_default_str();
}

void GraphParser::add_ring() {
    ring_command_ =
        add("ring", "a closed loop of bobs and rods, free in the plane", "--bobs", ring_.count, ring_footer);
    ring_command_->add_option("--mass", ring_.masses, "of each bob, kg [1]");
    ring_command_->add_option("--length", ring_.length, "of every rod, m")->capture_default_str();
    ring_command_->add_option("--spin", ring_.spin, "mean rate of turning, rad/s")->capture_default_str();
}

}  // namespace cchnn
