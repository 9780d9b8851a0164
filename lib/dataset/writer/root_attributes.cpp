#include "dataset/writer/root_attributes.hpp"

#include "core/version.hpp"

namespace cchnn {

void write_rollout_time(Hdf5File& file, const RolloutTime& time) {
    file.set_attribute("/", "rollout_seconds", time.seconds);
    if (!time.hardware.empty()) file.set_attribute("/", "rollout_hardware", time.hardware);
}

void write_root_attributes(Hdf5File& file, const DatasetDescription& description, const std::string& system) {
    const auto set = [&](const char* name, const AttributeValue& value) { file.set_attribute("/", name, value); };
    set("format_version", std::int64_t{dataset_format_version});
    set("tool_version", tool_version);
    set("kind", description.kind);
    set("system", system);
    set("split", description.split);
    set("seed", description.seed);
    set("dt", description.times.dt);
    set("score_from_index", std::int64_t{1});
    if (description.chunks) set("chunk_length", std::int64_t{description.chunk_length});
    if (!description.coordinates.empty()) set("generalised_coordinates", "in /q and /qdot");
    if (!description.why_no_coordinates.empty())
        set("generalised_coordinates", "none: " + description.why_no_coordinates);
    if (description.kind != "submission") return;
    set("answers_truth", description.answers_truth);
    set("model", description.model);
    set("notes", description.notes);
    if (description.perturbation_normal) set("perturbation_normal", *description.perturbation_normal);
    if (description.perturbation_length) set("perturbation_length", *description.perturbation_length);
    if (description.start_spread) set("start_spread", *description.start_spread);
    if (!description.dropped_constraints.empty()) set("dropped_constraints", description.dropped_constraints);
    if (!description.naive.empty()) set("naive", description.naive);
    if (description.context > 1) set("context", std::int64_t{description.context});
    if (description.rollout_time) write_rollout_time(file, *description.rollout_time);
}

}  // namespace cchnn
