// MuJoCo, where it is installed, at systems of tests/bench: one mj_forward (positions, velocities, accelerations by the
// articulated inertia in joint coordinates, no contacts), one state at a time as it computes them. `ns/link` stands
// beside `ns/link` of links/beam-chain and a third of `ns/trajectory` of rhs/hinged_arm_3.

#ifdef CCHNN_HAS_MUJOCO

#include <benchmark/benchmark.h>
#include <mujoco/mujoco.h>

#include <cstring>
#include <stdexcept>
#include <string>

namespace cchnn::bench {
namespace {

const std::string head =
    R"(<mujoco><option gravity="0 0 -9.81"><flag contact="disable" constraint="disable"/></option><worldbody>)";

std::string body(const std::string& at, const std::string& joint, const std::string& centre, double mass,
                 const std::string& inertia) {
    return "<body pos=\"" + at + "\"><joint " + joint + "/><inertial pos=\"" + centre + "\" mass=\"" +
           std::to_string(mass) + "\" diaginertia=\"" + inertia + "\"/>";
}

// systems/hinged_arm_3.json
std::string arm() {
    return head + body("0 0 0", R"(type="hinge" axis="0 0 1")", "0.25 0 0", 2, "0.002733 0.042733 0.043333") +
           body("0.5 0 0", R"(type="hinge" axis="0 1 0")", "0.2 0 0", 1.5, "0.00205 0.0208 0.02125") +
           body("0.4 0 0", R"(type="hinge" axis="0 0.6 0.8")", "0.15 0 0", 1, "0.001367 0.008033 0.008333") +
           "</body></body></body></worldbody></mujoco>";
}
// Beams of 1 m and 1 kg; they weigh a little around themselves, or MuJoCo would not turn them.
std::string chain(int links) {
    std::string text = head;
    for (int i = 0; i < links; ++i)
        text += body(i ? "0 0 -1" : "0 0 0", R"(type="ball")", "0 0 -0.5", 1, "0.0833333 0.0833333 0.0001");
    for (int i = 0; i < links; ++i) text += "</body>";
    return text + "</worldbody></mujoco>";
}

void forward(benchmark::State& state, const std::string& model_text, int links) {
    mjVFS files;  // files in memory
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "model.xml", static_cast<int>(model_text.size()));
    std::memcpy(files.filedata[0], model_text.data(), model_text.size());
    char error[500] = "";
    mjModel* const model = mj_loadXML("model.xml", &files, error, sizeof error);
    mj_deleteVFS(&files);
    if (!model) throw std::runtime_error(error);
    mjData* const data = mj_makeData(model);
    for (int i = 0; i < model->nv; ++i) data->qvel[i] = 0.3 * i;
    for (auto _ : state) {
        mj_forward(model, data);
        benchmark::DoNotOptimize(data->qacc);
    }
    state.counters["ns/link"] =
        benchmark::Counter(1e-9 * links, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    mj_deleteData(data);
    mj_deleteModel(model);
}

const bool registered = [] {
    benchmark::RegisterBenchmark("mujoco/hinged_arm_3", forward, arm(), 3);
    for (const int links : {3, 10, 30})  // the reader of XML nests no deeper than 100
        benchmark::RegisterBenchmark(("mujoco/beam-chain/" + std::to_string(links)).c_str(), forward, chain(links),
                                     links);
    return true;
}();

}  // namespace
}  // namespace cchnn::bench

#endif
