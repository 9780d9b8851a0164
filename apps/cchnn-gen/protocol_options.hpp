#pragma once
// Flags of every command that integrates: how a trajectory is stepped, bounded and refined.

#include <optional>
#include <string>

#include "integrate/protocol/protocol.hpp"

namespace CLI {
class App;
}

namespace cchnn {

inline constexpr const char* integration_heading = "Integration";

struct ProtocolFlags {
    std::string name = "default";
    std::optional<std::string> integrator, projection;
    std::optional<double> rtol, atol, step;
    std::optional<long> max_steps, substeps;
};

void add_protocol(CLI::App* command, ProtocolFlags& flags);
// Throws UsageError.
Protocol protocol_of(const ProtocolFlags& flags);

struct BoundFlags {
    std::string bound, refine;  // "on" or "off"; a bound, "off", or "" for what goes with the protocol
};
// `usual` is what --bound is where it is not given.
void add_bounds(CLI::App* command, BoundFlags& flags, const std::string& usual);
// Whether bounds are asked for: also if --refine gives a bound and --bound is not given. Throws UsageError.
bool bounds_of(const BoundFlags& flags, const std::string& usual);
// The bound that was typed; 0 for off, nothing if --refine was not given. Throws UsageError.
std::optional<double> refine_level(const BoundFlags& flags);

}  // namespace cchnn
