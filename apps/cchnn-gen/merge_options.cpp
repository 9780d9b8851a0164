#include "merge_options.hpp"

#include <charconv>

#include "../json_option.hpp"
#include "../parse_arguments.hpp"

namespace cchnn {
namespace {

constexpr const char* merge_footer = R"(
Writes the dataset that one run without --shard would have written, byte for byte. If a shard is missing, unfinished,
twice there or of another job, merge names it, writes nothing, and ends with exit code 3. The name of a system in a shard's job.json
is that of its system.json, never a path; --remove-shards follows no symbolic link. An interrupted merge starts again.
On a Slurm cluster: apps/slurm/README.md.
Examples:
  cchnn-gen generate chain_pendulum_3 -o data --shard 1/2
  cchnn-gen generate chain_pendulum_3 -o data --shard 2/2
  cchnn-gen merge data
  cchnn-gen merge from_host_1 from_host_2 -o data --remove-shards)";

bool number_in(const char* begin, const char* end, std::uint64_t& value) {
    const auto [stop, error] = std::from_chars(begin, end, value);
    return error == std::errc() && stop == end;
}

}  // namespace

Shard shard_in(const std::string& text) {
    Shard shard;
    const std::size_t slash = text.find('/');
    const char* end = text.data() + text.size();
    if (slash == std::string::npos || !number_in(text.data(), text.data() + slash, shard.number) ||
        !number_in(text.data() + slash + 1, end, shard.of))
        throw UsageError("--shard", "must be k/n, such as 3/12, got '" + text + "'");
    return shard;
}

MergeParser::MergeParser(CLI::App& app, int threads)
    : merge_(app.add_subcommand("merge", "put a dataset together from its shards")) {
    command_.options.threads = threads;
    merge_
        ->add_option("DIR", command_.options.directories,
                     "directories with shards: the output (-o) of generate --shard")
        ->required();
    merge_->add_option("-o,--output", output_, "the dataset goes to OUTPUT/<system> [where the first shard is]");
    merge_->add_option("--threads", command_.options.threads, "number of threads that compress [all]; changes no bit");
    merge_->add_option("--json", command_.json, json_option_help);
    merge_->add_flag("--force", command_.options.overwrite, "replace an existing dataset");
    merge_->add_flag("--remove-shards", command_.options.remove_shards,
                     "remove the shards after the dataset is complete");
    merge_->footer(merge_footer);
}

bool MergeParser::parsed() const { return merge_->parsed(); }

MergeCommand MergeParser::command() const {
    MergeCommand command = command_;
    if (!output_.empty()) command.options.output = output_;
    return command;
}

}  // namespace cchnn
