#include "dataset/writer/writer_rules.hpp"

#include <stdexcept>

#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "dataset/writer/training_chunk.hpp"

namespace cchnn {

void require(bool holds, const std::string& rule) {
    if (!holds) throw std::invalid_argument("dataset writer: " + rule);
}

void check(const DatasetDescription& d, const ConstrainedSystem& system) {
    // Bytes. HDF5 allows no attribute of 64 KiB, and readers no name that fills rows of tables.
    constexpr std::size_t longest_name = 1000, longest_notes = 32 << 10;
    require(d.kind == "dataset" || d.kind == "submission", "kind must be dataset or submission, got '" + d.kind + "'");
    require(d.times.samples >= 1, "needs at least one sample");
    require(d.kind == "submission" || !d.system_json.empty(), "a dataset needs the JSON of its system");
    require(d.members == 0 || (d.kind == "submission" && d.members > 0 && d.members <= most_members && !d.bounded),
            "only a submission without error bounds has members, at most " + std::to_string(most_members));
    require(d.deflate >= 0 && d.deflate <= 9, "level of deflate must be 0 .. 9, got " + std::to_string(d.deflate));
    require(d.system_json.empty() || d.nodes.size() == to_size(system.node_count()), "needs one label a node");
    if (d.model.size() > longest_name || d.notes.size() > longest_notes)
        throw UsageError("", "a model name may have 1000 bytes and notes 32 KiB, got " +
                                 std::to_string(d.model.size()) + " and " + std::to_string(d.notes.size()) + " bytes");
    if (d.chunks) check_chunks(d.split, d.times.samples, d.chunk_length);
}

}  // namespace cchnn
