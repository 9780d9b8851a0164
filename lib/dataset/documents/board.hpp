#pragma once
// A board: models and their submissions as files under version control (schemas/board.md).
//
//   DIR/board.json, DIR/entries/<entry>/entry.json, DIR/board.lock.json  ->  Board, BoardEntry, BoardLock
//
// Nothing is scored here (stories/benchmark/evaluate_board.hpp).

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "dataset/documents/board_ledger.hpp"

namespace cchnn {

// A submission: a file beside entry.json, or the digest of one and where to get it.
struct BoardAnswer {
    std::string file, sha256, address;
};

// What a model is given besides trajectories of its training set.
struct ModelKnowledge {
    bool graph = false, parameters = false, true_constraints = false, extra_data = false;
};

struct BoardEntry {
    std::string id;  // its directory
    std::string model, title, date, reference, address, notes;
    ModelKnowledge knows;
    int seeds = 1;
    std::map<std::string, std::vector<BoardAnswer>> answers;  // of a system, one a seed
};

struct Board {
    std::string title, description, preset = "paper";
    bool start_error = false;
    std::string rank_by = "relative_error";  // the metric that standings go by
    int context = 1;                         // given samples
    std::vector<std::string> systems;
    std::vector<BoardEntry> entries;  // by id
};

// "trajectories alone", or "graph, parameters": models are ranked among those that know the same.
std::string division_of(const ModelKnowledge& knows);

// Every file of a board but the submissions. Throws IoError, SpecError with the problems of all of them.
Board read_board(const std::filesystem::path& directory);
// The same with the entries that can be read; what is wrong with any of them goes to `problems`.
Board read_board(const std::filesystem::path& directory, std::vector<Problem>& problems);

// What the numbers of a board are of, and which submissions arrived in which order.
struct BoardLock {
    struct System {
        std::string truth_digest, signature;
    };
    std::map<std::string, System> systems;
    BoardLedger ledger = {};
};
std::string board_lock_json(const BoardLock& lock);
// Nothing where there is no such file. Throws IoError, SpecError, DataError where a line of the ledger was changed.
std::optional<BoardLock> read_board_lock(const std::filesystem::path& path);

}  // namespace cchnn
