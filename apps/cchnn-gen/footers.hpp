#pragma once
// What --help of the program and of each command says below its options: explanations, examples, exit codes.

namespace cchnn {

inline constexpr const char* program_footer = R"(
SYSTEM is a built-in name (cchnn-gen list) or a path to a JSON file (schemas/system.md).

Examples:
  cchnn-gen list                                   built-in systems
  cchnn-gen show chain_pendulum_3                  bodies, constraints, mass matrix, what is conserved
  cchnn-gen check my_system.json                   every problem of a file
  cchnn-gen graph chain --links 20 > chain.json    a system of any size, as a file
  cchnn-gen generate chain_pendulum_3 -o data      data/chain_pendulum_3/{train,valid,test}.h5
  cchnn-gen rollout chain_pendulum_3 --from data/chain_pendulum_3/test.h5 --epsilon 1e-5 -o perturbed.h5
  cchnn-gen lyapunov chain_pendulum_3              is it chaotic, and how fast?
  cchnn-gen audit data/chain_pendulum_3            error bounds against the motion in quad precision

Exit codes: 0 fine, 1 an audit failed, 2 usage, 3 invalid input file, 4 input/output, 5 numerical failure.)";

inline constexpr const char* generate_footer = R"(
Defaults are the paper's: 800 train, 100 valid and 100 test trajectories of 100 samples. The same system, protocol and
seed give the same bytes on any number of threads; the first 100 of --train 800 are those of --train 100.
Protocols: default, Verner 8(7) at rtol and atol 1e-13; paper, Dormand-Prince 5(4) at rtol 1e-7, atol 1e-9. Integrators
rattle2 .. rattle8 are symplectic, of that order, with even steps: their energy error does not grow over long times.
Examples:
  cchnn-gen generate chain_pendulum_3 -o data
  cchnn-gen generate chain_pendulum_2 my_system.json -o data --train 10000 --valid 0 --seed 7
  cchnn-gen generate all -o data --protocol paper
  cchnn-gen generate chain_pendulum_2 -o data --steps 100000 --integrator rattle6)";

inline constexpr const char* rollout_footer = R"(
Integrates the true system from the initial states of a test set, or from your own, and writes a submission file that
cchnn-eval can score: what a perfect model, or one that is off by epsilon at t = 0, would hand in.
Examples:
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --epsilon 1e-5 -o perturbed.h5
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --rtol 1e-4 --atol 1e-6 --protocol paper -o loose.h5
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --protocol paper --projection off --sweep rtol=1e-3,1e-5,1e-7 -o 'loose_{}.h5'
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --drop "Link bob2-bob3" -o dropped.h5
  cchnn-gen rollout my_system.json --states states.npz --dt 0.01 --steps 500 -o mine.h5)";

inline constexpr const char* lyapunov_footer = R"(
How fast neighbouring motions part, 1/s, of states drawn as those of the test set; 1/lambda is the Lyapunov time, after
which an error is e times as large. The interval is 95 % over trajectories, and reaches further towards 0 by what regular
motion can show in the time given.
Examples:
  cchnn-gen lyapunov chain_pendulum_2
  cchnn-gen lyapunov chain_pendulum_2 --spectrum --time 1000 --trajectories 8
  cchnn-gen lyapunov my_system.json --json > exponents.json)";

inline constexpr const char* audit_footer = R"(
Integrates stored trajectories again from their initial states, with 34 digits, and says how far the stored ones are off and
how often that is within their error_bound. Exit code 1 when less than 99.9 % of the samples of a system are. A trajectory
takes from tenths of a second to a few seconds.
Examples:
  cchnn-gen audit data/chain_pendulum_3
  cchnn-gen audit data --sample 100 --split test --json audit.json)";

inline constexpr const char* list_footer = R"(
Examples:
  cchnn-gen list)";

inline constexpr const char* show_footer = R"(
Examples:
  cchnn-gen show chain_pendulum_3
  cchnn-gen show ./my_system.json
  cchnn-gen show chain_pendulum_3 --json > my_system.json)";

inline constexpr const char* check_footer = R"(
Structure, references, constraints that can be met together, states that can be drawn; exit code 3 when a file is not valid.
Examples:
  cchnn-gen check my_system.json other.json)";

inline constexpr const char* graph_footer = R"(
Prints a system file: redirect it, change it, and give it to any command that takes a SYSTEM. A list of numbers is one for
each body, separated by blanks; one number is for all of them.
Examples:
  cchnn-gen graph chain --links 20 > chain.json
  cchnn-gen graph chain --links 3 --mass 1 1 2 --length 0.5 --name my_chain > my_chain.json
  cchnn-gen graph coupled --bobs 8 --stiffness 20 > coupled.json
  cchnn-gen generate chain.json -o data)";

inline constexpr const char* chain_footer = R"(
With 1, 2, 3 or 5 links and no other option it is the built-in chain_pendulum_N: the same graph, the same trajectories.
Examples:
  cchnn-gen graph chain --links 1000 > chain.json
  cchnn-gen graph chain --links 2 --mass 1 2 --length 1 0.5 --g 1.62 --name on_the_moon > on_the_moon.json)";

inline constexpr const char* coupled_footer = R"(
With 3 bobs and no other option it is the built-in coupled_pendulum_3.
Examples:
  cchnn-gen graph coupled --bobs 10 > coupled.json
  cchnn-gen graph coupled --bobs 2 --spacing 0.5 --stiffness 4 --rest-length 0.4 > pair.json)";

inline constexpr const char* beam_chain_footer = R"(
With 3 links and no other option it is the built-in beam_chain_3.
Examples:
  cchnn-gen graph beam-chain --links 10 > beams.json
  cchnn-gen graph beam-chain --links 2 --length 1 0.5 --mass 2 > two_beams.json)";

inline constexpr const char* ring_footer = R"(
Examples:
  cchnn-gen graph ring --bobs 12 > ring.json
  cchnn-gen graph ring --bobs 6 --mass 1 1 1 1 1 5 --length 0.5 --spin 2 > necklace.json)";

}  // namespace cchnn
