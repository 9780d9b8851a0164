#pragma once
// A board: models and their submissions as files under version control (schemas/board.md).
//
//   DIR/board.json, DIR/entries/<entry>/entry.json, DIR/board.lock.json  ->  Board, BoardEntry, BoardLock
//
// These functions only read and write the files; stories/benchmark/evaluate_board.hpp scores. Entries come from
// strangers in pull requests, so sizes are limited and no link out of the board is followed.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// The ledger of a board: the order in which submissions arrived. It is part of board.lock.json, and lines are
// only appended. Of two entries with the same predictions the one that arrived first is the model and the other
// its copy. The dates that entries state for themselves decide nothing.
//
//   line_k   entry, SHA-256 of each submission
//   chain_k  SHA-256 of chain_(k-1) and line_k, so that a line that is changed or moved breaks the chain, and so does
//            one that is removed before the end; schemas/board.md has the text that is digested

using SubmissionDigests = std::map<std::string, std::vector<std::string>>;  // system -> SHA-256, one a training seed

struct LedgerLine {
    std::string entry;
    SubmissionDigests answers;  // that arrived with this line
    std::string chain;
};

// read_board_lock() makes one from the file and checks it by broken_line(); arrivals() appends to a copy of it.
class BoardLedger {
  public:
    BoardLedger() = default;
    explicit BoardLedger(std::vector<LedgerLine> lines) : lines_(std::move(lines)) {}

    const std::vector<LedgerLine>& lines() const { return lines_; }
    void append(const std::string& entry, const SubmissionDigests& answers);
    // The problem of the first line that does not follow from the one before it; empty if all do. `file` is for
    // the message.
    std::vector<Problem> broken_line(const std::string& file) const;

    // The number of a line, from 1: the last one in which the entry answers the system, or the first one of the
    // entry.
    std::optional<std::size_t> arrival(const std::string& entry, const std::string& system) const;
    std::optional<std::size_t> arrival(const std::string& entry) const;
    // The digests in the line that arrival(entry, system) names; null without one. Valid until the next
    // append().
    const std::vector<std::string>* digests(const std::string& entry, const std::string& system) const;

  private:
    std::vector<LedgerLine> lines_;
};

// One submission: a file beside entry.json, or the SHA-256 of a file and the address where it can be
// downloaded.
struct BoardAnswer {
    std::string file, sha256, address;
};

// What a model was given besides the trajectories of its training set.
struct ModelKnowledge {
    bool graph = false, parameters = false, true_constraints = false, extra_data = false;
};

// What one training took, as its entry declares it.
struct TrainingCompute {
    std::optional<double> hours;
    std::string device;
    std::optional<std::uint64_t> parameters;  // that were trained

    bool declared() const { return hours || !device.empty() || parameters; }
};

struct BoardEntry {
    std::string id;  // its directory
    std::string model, title, date, reference, address, notes;
    ModelKnowledge knows;
    int seeds = 1;
    TrainingCompute compute;
    std::map<std::string, std::vector<BoardAnswer>> answers;  // of a system, one a seed
};

struct Board {
    std::string title, description, preset = "paper";
    bool start_error = false;
    std::string rank_by = "kinetic";  // what standings go by
    int members = 50;                 // of every ensemble, where that is a score of ensembles
    int context = 1;                  // given samples
    std::vector<std::string> systems;
    std::vector<BoardEntry> entries;  // by id
};

// The name of the division, "trajectories alone" or "graph, parameters". Models with the same knowledge are
// ranked together.
std::string division_of(const ModelKnowledge& knows);

// Reads all files of a board except the submissions. Throws IoError, SpecError with the problems of all files,
// DataError for a link that leads out of the board.
Board read_board(const std::filesystem::path& directory);
// Reads the entries that can be read, and adds the problems of the others to `problems`.
Board read_board(const std::filesystem::path& directory, std::vector<Problem>& problems);

// entry.json of a directory; nothing without one. Its answers are not looked at.
std::optional<BoardEntry> read_board_entry(const std::filesystem::path& directory);

// board.lock.json: which test sets and definitions the numbers of a board refer to, and the order of arrival.
struct BoardLock {
    struct System {
        std::string truth_digest, signature;
    };
    std::map<std::string, System> systems;
    BoardLedger ledger = {};
};
std::string board_lock_json(const BoardLock& lock);
// Nothing if the file does not exist. Throws IoError, SpecError, DataError if a line of the ledger was changed.
std::optional<BoardLock> read_board_lock(const std::filesystem::path& path);

}  // namespace cchnn
