#pragma once
// A directory of its own for each test, files as bytes, small systems of a user's own.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "scratch_directory.hpp"
#include "spec/read_system.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/generate/generate.hpp"

namespace cchnn_test {

using namespace cchnn;
namespace fs = std::filesystem;

inline std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void write_text(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

// Every file below a directory, hidden ones too, with its bytes; directories with an empty text.
inline std::map<std::string, std::string> content_of(const fs::path& directory) {
    std::map<std::string, std::string> content;
    for (const auto& entry : fs::recursive_directory_iterator(directory))
        content[fs::relative(entry.path(), directory).string()] = entry.is_regular_file() ? bytes_of(entry.path()) : "";
    return content;
}

inline std::vector<std::string> names_in(const fs::path& directory) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

struct Arrays {
    std::vector<double> x, v;
};
inline Arrays arrays_of(const fs::path& file, std::uint64_t first, std::uint64_t count) {
    Arrays a;
    TrajectoryFile(file).read(first, count, a.x, a.v);
    return a;
}

// Type and text of what a call throws, "usage: ..." for instance; "" when it throws nothing.
template <class Call>
std::string complaint(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        const std::map<ExitCode, std::string> names{{ExitCode::usage, "usage"},
                                                    {ExitCode::invalid_input, "invalid input"},
                                                    {ExitCode::io, "io"},
                                                    {ExitCode::numerical, "numerical"}};
        return names.at(error.exit_code()) + ": " + to_text(error.problems());
    }
    return "";
}

inline GenerateOptions small(const fs::path& directory, std::uint64_t train = 20, std::uint64_t valid = 4,
                             std::uint64_t test = 6) {
    GenerateOptions options;
    options.directory = directory;
    options.count = {train, valid, test};
    options.samples = 11;
    options.protocol = paper_protocol();  // fast; what is tested here does not depend on it
    options.bound = false;                // the second integration costs more than the first
    return options;
}

// Two masses on a line joined by a spring with a rest length. `speed` of the left one towards the right one; where they
// meet (above 3.9 m/s), the force turns round at once, and steps of the protocol below underflow.
inline std::string colliding_pair(const std::string& speed) {
    return R"({"name": "colliding_pair", "dimension": 2,
      "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 2}],
      "potentials": [{"type": "Spring", "between": ["a", "b"], "stiffness": 10, "rest_length": 1}],
      "initial_conditions": {"bodies": {"a": {"position": [0, 0], "velocity": [)" +
           speed + R"(, 0]},
                                        "b": {"position": [1, 0]}}},
      "sampling": {"dt": 10, "steps": 3}})";
}

inline GenerateOptions of_collisions(const fs::path& directory) {
    GenerateOptions options;
    options.directory = directory;
    options.count = {40, 0, 0};
    options.chunk_length = 2;
    options.protocol.rtol = 1e-15;
    options.protocol.atol = 1e-17;  // looser ones step over the turn
    options.bound = false;          // a second solution takes as many tiny steps again
    return options;
}

inline std::string thrown_ball(const std::string& initial_conditions) {
    return R"({"name": "thrown", "dimension": 3, "bodies": [{"id": "ball", "type": "Obj0D", "mass": 0.2}],
      "potentials": [{"type": "Gravity", "g": 1.62}], "initial_conditions": )" +
           initial_conditions + R"(,
      "sampling": {"dt": 0.02, "steps": 9}})";
}
inline const char* one_throw = R"({"state": {"position": {"ball": [0, 0, 2]}, "velocity": {"ball": [1, 0, 0.5]}}})";
inline const char* three_throws = R"({"states": [{"position": {"ball": [0, 0, 2]}},
    {"position": {"ball": [0, 0, 2]}, "velocity": {"ball": [1, 0, 0.5]}}, {"position": {"ball": [3, 0, 1]}}]})";

}  // namespace cchnn_test
