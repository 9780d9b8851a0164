#include "stories/corpus/make_corpus.hpp"

#include <atomic>
#include <deque>
#include <nlohmann/json.hpp>

#include "core/option.hpp"
#include "core/ordered_tasks.hpp"
#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"
#include "core/stop.hpp"
#include "core/system_reason.hpp"
#include "corpus/graph_id.hpp"
#include "files/atomic_file.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "stories/corpus/corpus_file.hpp"
#include "stories/corpus/corpus_lock.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void make_directory(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) throw IoError(path.string(), "cannot be made: " + system_reason(error));
}

// Throws if the directory holds a file that no corpus has: it belongs to the user. Hidden files are those of runs that
// still write or were killed.
template <class IsOwn>
void require_own(const fs::path& directory, const IsOwn& is_own) {
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(directory, none))
        if (!is_own(entry.path()) && !entry.path().filename().string().starts_with('.'))
            throw IoError(directory.string(),
                          "holds '" + entry.path().filename().string() +
                              "', which does not belong to a corpus; choose another directory to write "
                              "to, or move it away");
}

// Makes the shards of a corpus that are missing, on threads, then its index and lock; or one system alone. Shards are
// written whole or not at all, so a run that was ended goes through the finished ones at once.
class CorpusMaker {
  public:
    CorpusMaker(const Recipe& recipe, const CorpusOptions& options)
        : recipe_(recipe),
          options_(options),
          job_{recipe.json, options.seed, recipe.trajectories, static_cast<std::uint64_t>(recipe.samples)},
          shards_(shards_of(options.systems)),
          systems_of_part_(systems_of_part()),
          tasks_(options.only ? 0 : options.threads) {}

    CorpusReport run() {
        require_own(options_.directory, [](const fs::path& entry) {
            const std::string name = entry.filename();
            return name == "index.h5" || name == "corpus.json" || (name == "shards" && fs::is_directory(entry));
        });
        require_own(options_.directory / "shards", [](const fs::path& entry) {
            const std::string name = entry.filename();
            return name.starts_with("shard-") && name.ends_with(".h5");
        });
        make_directory(options_.directory / "shards");
        require_no_larger();
        make_shards();
        if (options_.of == 1) finish();
        return report_;
    }

    // What a run that was killed between the two files has left is kept, as a finished pair is.
    CorpusReport make_one(std::uint64_t number) {
        make_directory(options_.directory);
        const DrawnSystem system = drawn_system(recipe_, options_.seed, number);
        const std::string name = Json::parse(system.json).at("name");
        const fs::path text = options_.directory / (name + ".json"), data = options_.directory / (name + ".h5");
        const bool keeps = !options_.overwrite;
        if (!keeps || !fs::exists(text) || read_file(text, "a system file") != system.json)
            write_file_atomically(text, system.json, options_.overwrite);
        if (keeps && fs::exists(data)) stored_systems(data, job_, number);  // throws where it is another one
        else {
            write_systems(data, {system}, job_, options_.overwrite);
            report_.made = 1;
        }
        index_.rows.push_back(row_of(system));
        count();
        return report_;
    }

  private:
    std::uint64_t size_of(std::uint64_t shard) const {
        return std::min(systems_of_a_shard, options_.systems - shard * systems_of_a_shard);
    }
    std::uint64_t systems_of_part() const {
        std::uint64_t sum = 0;
        for (std::uint64_t shard = options_.part - 1; shard < shards_; shard += options_.of) sum += size_of(shard);
        return sum;
    }
    fs::path path_of(std::uint64_t shard) const { return options_.directory / "shards" / shard_name(shard); }

    // A smaller corpus would leave the shards of a larger one without an index.
    void require_no_larger() const {
        const fs::path lock = options_.directory / "corpus.json";
        if (options_.overwrite || !fs::exists(lock)) return;
        if (!is_corpus_lock(read_file(lock, "a corpus.json")))
            throw IoError(lock.string(),
                          "was not written by this command; choose another directory to write to, or move "
                          "it away");
        const std::uint64_t there = read_corpus_lock(lock).systems;
        if (there > options_.systems)
            throw UsageError(option("systems"), "is " + std::to_string(options_.systems) + ", and " +
                                                    options_.directory.string() + " holds a corpus of " +
                                                    std::to_string(there) + "; give another directory, or " +
                                                    option("force"));
    }

    // A shard whose systems are being drawn, or that is there.
    struct Begun {
        std::uint64_t shard, first, size;
        std::optional<std::vector<CorpusRow>> there;
    };

    // One system may take as long as its whole shard. Threads that have no other system of that shard draw those of the
    // next ones meanwhile: up to two shards are begun before the first is written, which bounds the memory.
    void make_shards() {
        std::deque<Begun> begun;
        std::uint64_t next = options_.part - 1;
        while (next < shards_ || !begun.empty()) {
            for (; next < shards_ && tasks_.waiting() < 2 * systems_of_a_shard; next += options_.of)
                begun.push_back(begin(next));
            take(begun.front());
            begun.pop_front();
        }
    }

    Begun begin(std::uint64_t shard) {
        const std::uint64_t first = shard * systems_of_a_shard;
        Begun begun{shard, first, size_of(shard), {}};
        if (!options_.overwrite && fs::exists(path_of(shard))) begun.there = rows_there(begun);
        if (begun.there) {
            tell(begun.size);
            return begun;
        }
        for (std::uint64_t number = first; number < first + begun.size; ++number)
            tasks_.add([this, number] {
                DrawnSystem system = drawn_system(recipe_, options_.seed, number);
                tell(1);
                return system;
            });
        return begun;
    }

    void take(Begun& begun) {
        std::vector<CorpusRow> rows = begun.there ? std::move(*begun.there) : made(begun);
        if (options_.of > 1) return;  // only the whole corpus has a table
        for (std::uint64_t i = 0; i < rows.size(); ++i) {
            rows[i].file = begun.shard;
            rows[i].row = i;
            index_.rows.push_back(std::move(rows[i]));
        }
    }

    // A last shard that holds fewer systems than it has now is made again.
    std::optional<std::vector<CorpusRow>> rows_there(const Begun& begun) {
        StoredSystems stored = stored_systems(path_of(begun.shard), job_, begun.first);
        if (stored.rows.size() != begun.size) return std::nullopt;
        digests_[begun.shard] = stored.content_digest;
        return std::move(stored.rows);
    }

    std::vector<CorpusRow> made(const Begun& begun) {
        std::vector<DrawnSystem> systems;
        for (std::uint64_t i = 0; i < begun.size; ++i) systems.push_back(tasks_.next());
        std::vector<CorpusRow> rows;
        for (const DrawnSystem& system : systems) rows.push_back(row_of(system));
        digests_[begun.shard] = write_systems(path_of(begun.shard), systems, job_, true);
        report_.made += begun.size;
        return rows;
    }

    void tell(std::uint64_t more) {
        done_ += more;
        if (options_.progress) options_.progress(done_, systems_of_part_);
    }

    void count() {
        const std::uint64_t made = report_.made;
        report_ = counted_rows(index_, options_.select);
        report_.made = made;
    }

    void finish() {
        count();
        CorpusLock lock{recipe_.json, options_.seed, options_.systems, report_.graphs, options_.select, {}, ""};
        lock.files.push_back({"index.h5", write_index(options_.directory / "index.h5", index_, job_)});
        for (std::uint64_t shard = 0; shard < shards_; ++shard)
            lock.files.push_back({"shards/" + shard_name(shard), digests_.at(shard)});
        report_.digest = lock.digest = lock.common_digest();
        write_file_atomically(options_.directory / "corpus.json", corpus_lock_json(lock), true);
        report_.complete = true;
    }

    const Recipe& recipe_;
    const CorpusOptions& options_;
    const CorpusJob job_;
    const std::uint64_t shards_, systems_of_part_;
    CorpusIndex index_;
    std::map<std::uint64_t, std::string> digests_;  // of each shard
    CorpusReport report_;
    std::atomic<std::uint64_t> done_{0};
    OrderedTasks<DrawnSystem> tasks_;  // last: its threads use the others
};

}  // namespace

CorpusReport counted_rows(CorpusIndex& index, const std::optional<std::uint64_t>& select) {
    CorpusReport report;
    std::map<std::string, std::uint64_t> copies;
    for (const CorpusRow& row : index.rows) {
        const std::uint64_t copy = copies[row.graph]++;
        index.copy.push_back(copy);
        index.selected.push_back(!select || copy < *select);
        report.selected += index.selected.back();
        if (const std::size_t side = to_size(side_of_parts(row.labels.parts.ids)); side < report.sides.size())
            ++report.sides[side];
        ++report.sides_by_numbers[to_size(side_of(row.numbers))];
        report.connected += row.labels.parts.ids.size() == 1;
        report.free_falls += row.labels.parts.free_fall;
        report.in_a_plane += row.labels.dimension == 2;
        report.loops += row.labels.closes_loops;
        report.joints += row.labels.has_joint;
        report.loops_or_joints += row.labels.closes_loops || row.labels.has_joint;
        for (const auto& [kind, number] : row.labels.kinds) ++report.kinds[kind];
        for (const auto& [reason, times] : row.redrawn) report.redrawn[reason] += times;
        if (row.labels.lyapunov) report.chaotic = report.chaotic.value_or(0) + (row.labels.lyapunov->low > 0);
        report.evaluations += row.labels.evaluations / static_cast<double>(index.rows.size());
        report.largest_bound = std::max(report.largest_bound, row.error_bound);
    }
    report.systems = index.rows.size();
    report.graphs = copies.size();
    return report;
}

std::vector<Problem> CorpusOptions::check() const {
    std::vector<Problem> problems;
    const auto require = [&](bool holds, const char* where, const std::string& what) {
        if (!holds) problems.push_back({option(where), what});
    };
    constexpr std::uint64_t most = 1'000'000'000;
    require(!directory.empty(), "output", "name a directory");
    require(systems >= 1 && systems <= most, "systems", "must be 1 .. 10^9, got " + std::to_string(systems));
    require(threads >= 1 && threads <= 1024, "threads", "must be 1 .. 1024, got " + std::to_string(threads));
    require(!select || *select >= 1, "select", "must be at least 1");
    require(part >= 1 && part <= of, "shard", "must be k/n with 1 <= k <= n");
    require(!only || of == 1, "only", "makes one system, and cannot be combined with " + option("shard"));
    return problems;
}

CorpusReport make_corpus(const Recipe& recipe, const CorpusOptions& options) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    try {
        CorpusMaker maker(recipe, options);
        return options.only ? maker.make_one(*options.only) : maker.run();
    } catch (Stopped& stopped) {
        stopped.set_resume_hint("finished shards are kept; rerun the same command to resume");
        throw;
    }
}

std::string corpus_json(const Recipe& recipe, const CorpusOptions& options, const CorpusReport& report) {
    Json json{{"directory", options.directory.string()},
              {"recipe", recipe.name},
              {"seed", options.seed},
              {"systems", report.systems},
              {"made", report.made},
              {"complete", report.complete},
              {"graphs", report.graphs},
              {"by_graph", report.sides},
              {"selected", report.selected},
              {"connected", report.connected},
              {"with_free_fall", report.free_falls},
              {"with_loop", report.loops},
              {"with_joint", report.joints},
              {"with_loop_or_joint", report.loops_or_joints},
              {"with_kind", report.kinds},
              {"redrawn", report.redrawn},
              {"evaluations", report.evaluations},
              {"largest_error_bound", report.largest_bound},
              {"digest", report.digest}};
    if (report.chaotic) json["chaotic"] = *report.chaotic;
    return json.dump();
}

}  // namespace cchnn
