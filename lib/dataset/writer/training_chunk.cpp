#include "dataset/writer/training_chunk.hpp"

#include <stdexcept>

#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "sample/random_stream.hpp"
#include "sample/sampler.hpp"

namespace cchnn {
namespace {

constexpr std::uint32_t chunk_stream = 0x100;

Split split_of(const std::string& name) {
    if (name == "train") return Split::train;
    if (name == "valid") return Split::valid;
    if (name == "test") return Split::test;
    throw std::invalid_argument("training windows are drawn in train, valid or test, not in '" + name + "'");
}

}  // namespace

void check_chunks(const std::string& split, int samples, int chunk_length) {
    split_of(split);
    if (chunk_length >= 1 && chunk_length <= samples) return;
    throw UsageError("", "windows of " + std::to_string(chunk_length) + " samples cannot be cut from trajectories of " +
                             std::to_string(samples) + " samples; ask for windows of 1 to " + std::to_string(samples) +
                             " samples, for longer trajectories, or for no windows");
}

int chunk_start(std::uint64_t seed, const std::string& split, std::uint64_t trajectory, int samples, int chunk_length) {
    RandomStream stream(seed, static_cast<std::uint32_t>(split_of(split)) | chunk_stream,
                        static_cast<std::uint32_t>(trajectory), static_cast<std::uint32_t>(trajectory >> 32));
    const int pieces = samples / chunk_length;
    return chunk_length * static_cast<int>(stream.below(pieces));
}

std::vector<double> drawn_pieces(const std::vector<double>& rows, const std::vector<std::int64_t>& starts, int samples,
                                 int chunk_length) {
    std::vector<double> pieces;
    const std::size_t sample = rows.size() / starts.size() / to_size(samples), length = chunk_length * sample;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const double* first = rows.data() + (i * samples + starts[i]) * sample;
        pieces.insert(pieces.end(), first, first + length);
    }
    return pieces;
}

}  // namespace cchnn
