#include "stories/exchange/described_corpus.hpp"

#include <algorithm>

#include "core/at_work.hpp"
#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "files/hdf5_file.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"
#include "stories/corpus/corpus_file.hpp"
#include "stories/corpus/corpus_lock.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr const char* sides[] = {"train", "valid", "test", "mixed"};

// "2 Link, Gravity"
std::string kinds_text(const SystemLabels& labels) {
    return joined(labels.kinds, ", ", [](const auto& kind) {
        return (kind.second > 1 ? std::to_string(kind.second) + " " : "") + kind.first;
    });
}

DescribedSystem described_row(const Hdf5File& shard, const CorpusRow& row, const Recipe& recipe) {
    StoredStates stored = stored_states(shard, row.row);
    const auto compiled = std::make_shared<const CompiledSystem>(
        parse_system(stored.json, shard.where("/json") + ", system " + std::to_string(row.number)));
    const std::size_t size = to_size(compiled->system.state_size()) * to_size(recipe.samples);
    if (stored.x.size() != size * recipe.trajectories)
        throw DataError(shard.where("/x"),
                        "has another size for system " + std::to_string(row.number) + " than its recipe says");
    stored.x.resize(size);
    DescribedSystem described = described_motion(compiled, {row.dt, recipe.samples}, std::move(stored.x));
    described.facts.insert(described.facts.end(), {{"system", std::to_string(row.number)},
                                                   {"side by graph", sides[side_of_parts(row.labels.parts.ids)]},
                                                   {"bodies and items", kinds_text(row.labels)},
                                                   {"motion", "the first of " + trajectories_text(recipe.trajectories)},
                                                   {"largest error bound", short_number(row.error_bound)}});
    return described;
}

}  // namespace

DescribedCorpus described_corpus(const fs::path& target, std::uint64_t most) {
    const fs::path lock_file = fs::is_directory(target) ? target / "corpus.json" : target;
    const CorpusLock lock = read_corpus_lock(lock_file);
    const Recipe recipe = parse_recipe(lock.recipe_json, lock_file.string() + "#/recipe");
    const fs::path index = lock_file.parent_path() / "index.h5";
    const CorpusTables tables = read_tables(index);
    if (tables.index.rows.size() != lock.systems)
        throw DataError(index.string(), "has another number of systems than corpus.json");
    const std::uint64_t shown = std::min(most, lock.systems);
    DescribedCorpus corpus{std::to_string(shown) + " of " + counted(lock.systems, "system") + " of the recipe " +
                               recipe.name + ", seed " + std::to_string(lock.seed),
                           {}};
    AtWork work(Work::systems, shown);
    for (std::uint64_t i = 0; i < shown; ++i) {
        throw_if_stopped();
        const std::uint64_t number = i * lock.systems / shown;
        CorpusRow row = tables.index.rows[number];
        row.row = number % systems_of_a_shard;
        const std::string shard = shard_name(number / systems_of_a_shard);
        corpus.systems.push_back(
            described_row(Hdf5File::open(lock_file.parent_path() / "shards" / shard), row, recipe));
        work.add();
    }
    return corpus;
}

}  // namespace cchnn
