#include "stories/corpus/stream.hpp"

#include <memory>
#include <nlohmann/json.hpp>

#include "core/option.hpp"
#include "core/ordered_tasks.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "corpus/drawn_system.hpp"
#include "integrate/trajectory_source.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"
#include "stories/serve/frame.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string frame_of(Json head, const TrajectoryBatch& batch, double dt, bool float32) {
    head["dt"] = dt;
    FrameWriter frame(head.dump(), float32);
    const std::vector<std::size_t> samples{to_size(batch.count), to_size(batch.samples)};
    std::vector<std::size_t> states = samples;
    states.push_back(batch.nodes);
    states.push_back(batch.dimension);
    frame.add("x", states, batch.x);
    frame.add("v", states, batch.v);
    frame.add("energy", samples, batch.energy);
    frame.add("error_bound", samples, batch.error_bound);
    frame.add("u", {samples[0], samples[1], batch.u.size() / (samples[0] * samples[1])}, batch.u);
    frame.add("parameters", {samples[0], batch.parameters.size() / samples[0]}, batch.parameters);
    return frame.bytes();
}

Json head(std::uint64_t frame) { return {{"format", "cchnn frame"}, {"format_version", 1}, {"frame", frame}}; }

std::string frame_of_recipe(const Recipe& recipe, const StreamOptions& options, std::uint64_t number) {
    const DrawnSystem drawn = drawn_system(recipe, options.seed, number);
    Json header = head(number);
    header["system"] = Json::parse(drawn.json);
    header["graph"] = drawn.graph;
    header["part_graphs"] = drawn.labels.parts.ids;
    return frame_of(std::move(header), drawn.batch, drawn.times.dt, options.float32);
}

std::string frame_of_system(const CompiledSystem& compiled, const StreamOptions& options, std::uint64_t number) {
    const SamplingSpec& sampling = compiled.spec.sampling;
    const Protocol protocol = default_protocol();
    const ErrorBoundRule bound(protocol);
    const DrawnBatch drawn =
        drawn_trajectories(compiled.system, compiled.sampler, options.seed, Split::train, number * options.block,
                           options.block, {sampling.dt, sampling.steps}, protocol, true, &bound);
    Json header = head(number);
    header["first"] = number * options.block;
    header["system"] = Json::parse(compiled.spec.json);
    return frame_of(std::move(header), drawn.batch, sampling.dt, options.float32);
}

std::function<std::string(std::uint64_t)> frames_of(const StreamOptions& options) {
    if (is_recipe(options.source)) {
        const auto recipe = std::make_shared<const Recipe>(load_recipe(options.source));
        return [recipe, options](std::uint64_t number) { return frame_of_recipe(*recipe, options, number); };
    }
    const auto compiled = std::make_shared<const CompiledSystem>(load_system(options.source));
    return [compiled, options](std::uint64_t number) { return frame_of_system(*compiled, options, number); };
}

}  // namespace

std::vector<Problem> StreamOptions::check() const {
    std::vector<Problem> problems;
    if (threads < 1 || threads > 1024)
        problems.push_back({option("threads"), "must be 1 .. 1024, got " + std::to_string(threads)});
    if (block < 1 || block > 100'000)
        problems.push_back({option("block"), "must be 1 .. 100000, got " + std::to_string(block)});
    else if (first >= end_of_numbers())
        problems.push_back({option("first"), "must be below " + std::to_string(end_of_numbers()) + ", got " +
                                                 std::to_string(first) + "; trajectories have numbers below 2^63"});
    else if (frames && *frames > end_of_numbers() - first)
        problems.push_back({option("frames"), "must be at most " + std::to_string(end_of_numbers() - first) + " from " +
                                                  option("first") + " " + std::to_string(first) + " on, got " +
                                                  std::to_string(*frames)});
    if (frames && *frames == 0)
        problems.push_back({option("frames"), "must be at least 1, got 0; leave it out for a stream without end"});
    return problems;
}

void stream(const StreamOptions& options, const std::function<bool(const std::string& frame)>& write) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    const std::function<std::string(std::uint64_t)> frame = frames_of(options);
    const std::uint64_t end = options.frames ? options.first + *options.frames : options.end_of_numbers();
    OrderedTasks<std::string> tasks(options.threads);
    std::uint64_t next = options.first;
    while (true) {
        throw_if_stopped();
        for (; tasks.waiting() < to_size(2 * options.threads) && next < end; ++next)
            tasks.add([&frame, next] { return frame(next); });
        if (tasks.waiting() == 0 || !write(tasks.next())) return;
    }
}

std::string streamed_json(const StreamOptions& options, std::uint64_t frames, std::uint64_t bytes) {
    return Json{{"source", options.source},
                {"seed", options.seed},
                {"first", options.first},
                {"frames", frames},
                {"bytes", bytes}}
        .dump();
}

}  // namespace cchnn
