#pragma once
// What pages (report/page/) say about a system apart from scores: the system, one of its motions, and how the motions
// were made.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/body_surfaces.hpp"
#include "graph/contact_drawing.hpp"
#include "integrate/trajectory.hpp"
#include "score/statistics/error_band.hpp"

namespace cchnn {

struct CompiledSystem;

// Owns the compiled system, its drawing, and one motion.
// The pages of `cchnn-eval score`, `compare` and `board` and of `cchnn-gen show` take it. Positions are in the
// system's unit of length.
struct DescribedSystem {
    std::shared_ptr<const CompiledSystem> compiled;
    Drawing drawing;
    std::vector<BodySurface> surfaces = {};  // if the files of its meshes can be read
    std::uint64_t trajectory = 0;
    double dt = 0;          // of the system's unit of time
    int samples = 0;        // T
    std::vector<double> x;  // (T, n, d) of the drawing, of that trajectory
    std::vector<DrawnImpact> impacts = {};
    // Facts about its origin, in order: "integration" -> "verner87 (default), rtol ...".
    std::vector<std::pair<std::string, std::string>> facts;
    std::optional<ErrorOverTime> floor;  // error bounds of a test set over time
};

// Describes a test set, with one of its trajectories. Throws IoError, DataError, SpecError.
DescribedSystem described_test_set(const std::filesystem::path& test_set, std::uint64_t trajectory);
// Describes a built-in system or a JSON file, with the first test trajectory of seed 0 by the default protocol. Throws
// SpecError, IoError, NumericalError.
DescribedSystem described_system(const std::string& system);
// Describes a system without meshes, contacts and test set by one of its motions, x (T, n, d).
DescribedSystem described_motion(std::shared_ptr<const CompiledSystem> compiled, TimeGrid times, std::vector<double> x);

}  // namespace cchnn
