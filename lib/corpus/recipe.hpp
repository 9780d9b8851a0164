#pragma once
// A recipe: a distribution over systems, in one JSON file (schemas/corpus.md). Nothing is drawn here (draw_system.hpp).

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Uniform on [low, high].
struct NumberRange {
    double low, high;
};
// Names with weights (one of them is chosen) or with probabilities (each of them is chosen or not), in a fixed order
// that does not depend on the order in the file.
using Weights = std::vector<std::pair<std::string, double>>;
double weight_of(const Weights& weights, const std::string& name);  // 0 for a name that is not in the list

// What attaches a body to an earlier one.
enum class Attachment { link, joint, hinge, slider, universal, planar, spring, weld, screw, rolling, track, none };
Attachment attachment_named(const std::string& name);  // as recipes name it

struct Recipe {
    std::string name, title, description;
    std::uint64_t trajectories = 10;  // of each system
    int samples = 100;                // of each trajectory
    NumberRange samples_per_period{10, 40};
    Weights dimensions;                      // "2", "3"
    int fewest_bodies = 1, most_bodies = 6;  // that move
    Weights bodies;                          // their types
    double anchored = 1;                     // probability that something is held by an Origin
    int fewest_parts = 1, most_parts = 1;    // independent ones (graph_id.hpp)
    bool free_fall = false;                  // whether gravity may act on a part that nothing holds
    Weights attach;    // how a body is attached to an earlier one, or to space; "none": not at all
    double loops = 0;  // probability that loops are closed
    int most_loops = 2;
    Weights couplings;                                                                 // probability of each kind
    Weights forces;                                                                    // probability of each kind
    NumberRange mass{0.5, 2}, length{0.5, 1.5}, stiffness{2, 20}, damping{0.02, 0.2};  // kg, m, N/m, N s/m
    NumberRange energy{0.1, 1};     // kinetic energy of the starts, in units of the work of the forces over a length
    NumberRange spread{0.02, 0.2};  // standard deviation of the starts, in lengths
    std::uint64_t most_evaluations = 100'000;  // of the field, for one solution of one trajectory
    std::uint64_t lyapunov = 0;                // trajectories of the estimate that labels each system; 0: no estimate
    std::string json;                          // the text
};

inline constexpr int evaluations_of_step = 13;  // of the field, by the default method

std::vector<std::string> builtin_recipe_names();
// A built-in name, or a path (anything with a '/' or ending in ".json"). Throws UsageError, IoError, SpecError with
// every problem.
Recipe load_recipe(const std::string& name_or_path);
// `source` is what messages call the text.
Recipe parse_recipe(const std::string& text, const std::string& source);
// The recipe with this `lyapunov`, also in its text.
Recipe with_lyapunov(const Recipe& recipe, std::uint64_t trajectories);
// Whether a name or path that may be that of a recipe or of a system is that of a recipe.
bool is_recipe(const std::string& name_or_path);

// What a recipe names and no system of it can have, such as a Weld without a body to hold to, and recipes of which no
// system could be drawn: found from the recipe alone, before anything is drawn.

// `where` of a problem is a JSON pointer into the recipe.
std::vector<Problem> impossible_parts(const Recipe& recipe);

}  // namespace cchnn
