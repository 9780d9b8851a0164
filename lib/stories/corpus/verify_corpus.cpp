#include "stories/corpus/verify_corpus.hpp"

#include <atomic>
#include <cstring>
#include <set>

#include "core/counted.hpp"
#include "core/parallel_for.hpp"
#include "core/paths/read_file.hpp"
#include "core/paths/temporary_directory.hpp"
#include "core/stop.hpp"
#include "dataset/content_digest.hpp"
#include "files/hdf5_file.hpp"
#include "sample/random_subset.hpp"
#include "stories/corpus/corpus_file.hpp"
#include "stories/corpus/corpus_lock.hpp"
#include "stories/corpus/make_corpus.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

fs::path lock_of(const fs::path& target) { return fs::is_directory(target) ? target / "corpus.json" : target; }

// Whether two lists hold the same bytes; NaN equals itself.
bool same(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

// The first array in which a stored system differs from the one that is drawn again; "" if none does.
std::string first_difference(const StoredStates& stored, const DrawnSystem& drawn) {
    if (stored.json != drawn.json) return "json";
    const TrajectoryBatch& batch = drawn.batch;
    std::vector<double> exponent;
    if (const auto& label = drawn.labels.lyapunov) exponent = {label->mean, label->low, label->high};
    const std::pair<const char*, bool> arrays[] = {{"x", same(stored.x, batch.x)},
                                                   {"v", same(stored.v, batch.v)},
                                                   {"energy", same(stored.energy, batch.energy)},
                                                   {"error_bound", same(stored.error_bound, batch.error_bound)},
                                                   {"valid_until", same(stored.valid_until, batch.valid_until)},
                                                   {"labels/lyapunov", same(stored.lyapunov, exponent)}};
    for (const auto& [name, equal] : arrays)
        if (!equal) return name;
    return "";
}

// Compares a corpus with its lock, and a sample of its systems with what the recipe draws again.
class CorpusVerifier {
  public:
    CorpusVerifier(const fs::path& lock_file, const VerifyCorpusOptions& options)
        : directory_(lock_file.parent_path()),
          options_(options),
          lock_(read_corpus_lock(lock_file)),
          recipe_(parse_recipe(lock_.recipe_json, lock_file.string() + "#/recipe")),
          job_{recipe_.json, lock_.seed, recipe_.trajectories, static_cast<std::uint64_t>(recipe_.samples)} {}

    Verification run(const fs::path& target) {
        result_.target = target.string();
        result_.system = counted(lock_.systems, "system") + " of recipe " + recipe_.name;
        add("corpus.json", "common digest", lock_.digest, lock_.common_digest());
        if (check_digests()) {
            check_rows();
            draw_again();
        } else {
            result_.remarks.push_back("systems were not drawn again, because files are missing or differ");
        }
        return std::move(result_);
    }

  private:
    void add(const std::string& file, const std::string& what, bool passed, const std::string& detail) {
        VerifiedItem item;
        item.file = file;
        item.what = what;
        item.passed = passed;
        item.detail = detail;
        result_.items.push_back(std::move(item));
    }
    void add(const std::string& file, const std::string& what, const std::string& expected, const std::string& found) {
        const std::string shown = found.starts_with("unreadable") ? found : found.substr(0, 12);
        add(file, what, expected == found, expected == found ? shown : shown + ", expected " + expected.substr(0, 12));
    }

    // Whether all files are there with the content that corpus.json states.
    bool check_digests() {
        std::uint64_t equal = 0;
        for (const CorpusLock::File& file : lock_.files) {
            throw_if_stopped();
            const fs::path path = directory_ / file.file;
            if (!fs::exists(path)) add(file.file, "content digest", false, "is missing, corpus.json names it");
            else if (const std::string found = digest_of(path); found == file.content_digest) ++equal;
            else add(file.file, "content digest", file.content_digest, found);
        }
        const std::uint64_t all = lock_.files.size();
        add("files", "content digests", equal == all,
            std::to_string(equal) + " of " + counted(all, "file") + " as corpus.json states");
        return result_.passed();
    }
    // Of a file that cannot be read, the reason.
    static std::string digest_of(const fs::path& path) {
        try {
            return digest_content(Hdf5File::open(path)).content;
        } catch (const DataError& error) {
            return "unreadable: " + std::string(error.what());
        }
    }

    // The tables of all shards are those of the recipe's job, and index.h5 follows from them.
    void check_rows() {
        for (std::uint64_t shard = 0; shard + 1 < lock_.files.size(); ++shard) {
            throw_if_stopped();
            const std::string file = lock_.files[shard + 1].file;
            try {
                add_rows(shard, stored_systems(directory_ / file, job_, shard * systems_of_a_shard));
            } catch (const DataError& error) {
                return add(file, "tables", false, error.what());
            }
        }
        if (index_.rows.size() != lock_.systems)
            return add(
                "corpus.json", "systems", false,
                "shards have " + std::to_string(index_.rows.size()) + ", expected " + std::to_string(lock_.systems));
        const CorpusReport counts = counted_rows(index_, lock_.select);
        add("corpus.json", "graphs", counts.graphs == lock_.graphs,
            std::to_string(counts.graphs) +
                (counts.graphs == lock_.graphs ? "" : ", expected " + std::to_string(lock_.graphs)));
        const TemporaryDirectory scratch("corpus");
        add("index.h5", "made again from the shards", lock_.files[0].content_digest,
            write_index(scratch.path() / "index.h5", index_, job_));
    }
    void add_rows(std::uint64_t shard, StoredSystems stored) {
        for (std::uint64_t i = 0; i < stored.rows.size(); ++i) {
            stored.rows[i].file = shard;
            stored.rows[i].row = i;
            index_.rows.push_back(std::move(stored.rows[i]));
        }
    }

    // Files are read by this thread alone, systems are drawn by all.
    void draw_again() {
        if (!result_.passed()) return;
        std::vector<std::uint64_t> numbers;
        for (const std::uint64_t number : random_subset(lock_.systems, options_.sample, options_.seed))
            numbers.push_back(number);
        std::vector<StoredStates> stored;
        for (const std::uint64_t number : numbers)
            stored.push_back(
                stored_states(Hdf5File::open(directory_ / "shards" / shard_name(number / systems_of_a_shard)),
                              number % systems_of_a_shard));
        std::vector<std::string> differences(numbers.size());
        std::atomic<std::uint64_t> done{0};
        parallel_for(numbers.size(), options_.threads, [&](std::size_t i) {
            differences[i] = first_difference(stored[i], drawn_system(recipe_, lock_.seed, numbers[i]));
            ++done;
            if (options_.progress) options_.progress(done, numbers.size());
        });
        std::string text;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (!differences[i].empty())
                text += (text.empty() ? "" : ", ") + std::string("system ") + std::to_string(numbers[i]) + " in " +
                        differences[i];
        add("shards", "systems drawn again", text.empty(),
            text.empty() ? "all " + std::to_string(numbers.size()) + " are equal" : "differ: " + text);
        result_.regenerated = true;
    }

    const fs::path directory_;
    const VerifyCorpusOptions& options_;
    const CorpusLock lock_;
    const Recipe recipe_;
    const CorpusJob job_;
    CorpusIndex index_;
    Verification result_;
};

}  // namespace

bool is_corpus_target(const fs::path& target) {
    const fs::path lock = lock_of(target);
    return lock.filename() == "corpus.json" && fs::is_regular_file(lock);
}

Verification verify_corpus(const fs::path& target, const VerifyCorpusOptions& options) {
    return CorpusVerifier(lock_of(target), options).run(target);
}

}  // namespace cchnn
