// A planar loop whose plane lies askew: of its 18 rows of bodies and joints some all but depend on each other, and a
// set that holds those took 577,000 steps where 130 do.

#include <doctest/doctest.h>

#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr const char* crank_rocker = R"({"name": "crank_rocker", "dimension": 3,
  "bodies": [
    {"id": "g", "type": "Origin"},
    {"id": "h", "type": "Origin", "position": [-0.7319090526769484, 0.11385251930530309, -0.8132322807521649]},
    {"id": "cr", "type": "Obj3D", "mass": 1, "inertia": [0.001, 0.008, 0.0085]},
    {"id": "co", "type": "Obj3D", "mass": 2, "inertia": [0.01, 0.17, 0.175]},
    {"id": "ro", "type": "Obj3D", "mass": 1.5, "inertia": [0.01, 0.08, 0.085]}],
  "constraints": [
    {"type": "Joint+Axis",
     "between": ["g", {"body": "cr", "point": [-0.15, 0, 0]}],
     "axis": [[0.09938079899999067, 0.9938079899999066, 0.04969039949999533],
       [0, 0, 1]]},
    {"type": "Joint+Axis",
     "between": [{"body": "cr", "point": [0.15, 0, 0]}, {"body": "co", "point": [-0.5, 0, 0]}],
     "axis": [[0, 0, 1],
       [0, 0, 1]]},
    {"type": "Joint+Axis",
     "between": [{"body": "co", "point": [0.5, 0, 0]}, {"body": "ro", "point": [-0.4, 0, 0]}],
     "axis": [[0, 0, 1],
       [0, 0, 1]]},
    {"type": "Joint+Axis",
     "between": ["h", {"body": "ro", "point": [0.4, 0, 0]}],
     "axis": [[0.09938079899999067, 0.9938079899999066, 0.04969039949999533],
       [0, 0, 1]]}],
  "potentials": [{"type": "Gravity"}],
  "initial_conditions": {"state": {"position": {
    "cr": [[-0.14783101865218912, 0.0157793474647606, -0.019924911990833724],
       [-1.1333711430001165, 0.12097499722983125, -0.15275765859639184],
       [-0.2850684774249137, -0.01999151054633933, 0.9699671657766139],
       [-0.04845021965219845, 1.0095873374646671, 0.02976548750916161]],
    "co": [[-0.7841752334904967, 0.08501893520847731, -0.13202823718855267],
       [-1.7612016258627334, 0.19193941576638954, -0.3163850636023232],
       [-0.9727034419851819, 0.054791632159564764, 0.8495742407790685],
       [-0.684794434490506, 1.078826925208384, -0.08233783768855733]],
    "ro": [[-1.0022987411767819, 0.12616584739636827, -0.5187194655738014],
       [-0.32632451992719846, 0.09538252716870535, -1.25500150351971],
       [-1.7324920779007913, 0.23292757372236414, -1.1935673186456999],
       [-0.9029179421767912, 1.1199738373962749, -0.4690290660738061]]}}},
  "sampling": {"dt": 0.05, "steps": 41}})";

TEST_CASE("a crank-rocker whose plane lies askew in space takes the steps of one that does not") {
    const Compiled c(crank_rocker);
    Protocol protocol = default_protocol();
    protocol.max_steps = 400;  // between two samples: with the wrong rows this ends within seconds
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), protocol);
    CHECK(batch.outcomes[0].reason == EndReason::completed);
    CHECK(batch.outcomes[0].accepted < 400);
    for (const double e : batch.energy) CHECK(std::fabs(e - batch.energy[0]) < 1e-10);  // of 20 J
}

}  // namespace
