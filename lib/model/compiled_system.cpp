#include "model/compiled_system.hpp"

#include <utility>

#include "sample/start_phases.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {

CompiledSystem::CompiledSystem(SystemSpec of)
    : spec(with_start_phases(std::move(of))),
      graph(spec),
      system(spec, graph, [this](std::uint32_t n) { return drawn_positions(spec, graph, n); }),
      sampler(spec, graph, system),
      coordinates(graph) {}

CompiledSystem::CompiledSystem(const SystemSpec& nominal, const ConstrainedSystem& like, std::vector<double> at,
                               Angles angles)
    : values(std::move(at)),
      spec(with_values(nominal, values)),
      graph(spec, leaves_no_problems(nominal.varied, values)),
      system(spec, graph, like),
      sampler(spec, graph, system),
      coordinates(angles == Angles::wanted ? GeneralisedCoordinates(graph)
                                           : GeneralisedCoordinates("they were not asked for")) {}

}  // namespace cchnn
