#include "stories/benchmark/board_answers.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/option.hpp"
#include "core/paths/contained_path.hpp"
#include "core/sha256.hpp"
#include "stories/benchmark/evaluate_board.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// Where a submission that is given by its address is expected after it was downloaded: named by its digest, so
// that two entries with the same file share it.
fs::path place_of_fetched(const BoardAnswer& answer, const fs::path& directory) {
    return directory / "fetched" / (answer.sha256 + (answer.address.ends_with(".npz") ? ".npz" : ".h5"));
}

// The path of a submission's file. A path that leads out of the directory of its entry is an error, since a
// board accepts entries from strangers. `where` names the answer in messages:
// "entries/a/entry.json#/answers/pendulum/0".
fs::path place_of(const BoardAnswer& answer, const BoardEntry& entry, const fs::path& directory,
                  const std::string& where) {
    if (answer.file.empty()) return place_of_fetched(answer, directory);
    try {
        return contained_path(directory / "entries" / entry.id, answer.file);
    } catch (const IoError& error) {
        const Problem& problem = error.problems().front();
        throw DataError(where + "/file", problem.where + " " + problem.what);
    }
}

struct DigestedFile {
    fs::path path;
    std::string sha256;
};

// The file of an answer with its SHA-256. Throws if the file is missing or is not the one whose digest the
// entry states.
DigestedFile file_of(const BoardAnswer& answer, const BoardEntry& entry, const fs::path& directory,
                     const std::string& where) {
    fs::path path = place_of(answer, entry, directory, where);
    const std::string named_in = entry.id + "/entry.json";
    if (!fs::is_regular_file(path))
        throw IoError(path.string(),
                      why_unread(path, answer.file.empty() ? "does not exist; get it from " + answer.address + " for " +
                                                                 named_in + " (" + option("missing") + " lists all)"
                                                           : "does not exist, but " + named_in + " names it"));
    const std::string found = sha256_of_file(path);
    if (!answer.sha256.empty() && found != answer.sha256)
        throw DataError(path.string(), "has the SHA-256 " + found + ", " + named_in + " says " + answer.sha256);
    return {path, found};
}

// Sorts by arrival. evaluate() takes the first of several equal submissions for the original and the others for
// copies.
BoardAnswers first_arrived_first(const BoardAnswers& all, const std::string& system, const BoardLedger& ledger) {
    std::vector<std::size_t> order(all.files.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return ledger.arrival(all.entries[a], system) < ledger.arrival(all.entries[b], system);
    });
    BoardAnswers sorted;
    for (const std::size_t i : order) sorted.add(all, i);
    return sorted;
}

using AnswersBySystem = std::map<std::string, BoardAnswers>;

// Entries in the order of the ledger, then those that are not on it, by date and then by name.
std::vector<const BoardEntry*> in_order_of_arrival(const LedgerState& state) {
    std::vector<const BoardEntry*> order;
    for (const BoardEntry& entry : state.board.entries) order.push_back(&entry);
    const auto place = [&](const BoardEntry& entry) {
        return std::pair(state.ledger.arrival(entry.id).value_or(state.ledger.lines().size() + 1), entry.date);
    };
    std::ranges::stable_sort(order, [&](const BoardEntry* a, const BoardEntry* b) { return place(*a) < place(*b); });
    return order;
}

// The answers of an entry that the ledger does not have. An answer with other files than the ledger says is a
// problem; with --renew it is a new arrival.
SubmissionDigests not_on(const LedgerState& state, const BoardEntry& entry, const AnswersBySystem& answers,
                         std::vector<Problem>& problems) {
    SubmissionDigests fresh;
    for (const auto& [system, all] : answers) {
        const std::vector<std::string> own = all.of_entry(entry.id).sha256;
        const std::vector<std::string>* there = state.ledger.digests(entry.id, system);
        if (own.empty() || (there && *there == own)) continue;
        fresh[system] = own;
        if (there && !state.renew)
            problems.push_back({"entries/" + entry.id + "/entry.json#/answers/" + system,
                                "names other files than line " +
                                    std::to_string(*state.ledger.arrival(entry.id, system)) + " of the ledger in " +
                                    state.file.string() + "; submit them as another entry, or give " + option("renew") +
                                    " to record a new arrival"});
    }
    return fresh;
}

const BoardEntry* entry_of(const Board& board, const std::string& id) {
    const auto found = std::ranges::find(board.entries, id, &BoardEntry::id);
    return found == board.entries.end() ? nullptr : &*found;
}

// Remarks on answers that are on the ledger but no longer on the board. Their lines stay, so that history is
// not rewritten.
std::vector<std::string> withdrawn(const LedgerState& state) {
    std::set<std::string> remarks;
    for (const LedgerLine& line : state.ledger.lines())
        for (const auto& [system, digests] : line.answers) {
            const BoardEntry* entry = entry_of(state.board, line.entry);
            if (entry && entry->answers.contains(system)) continue;
            remarks.insert("entry " + line.entry + (entry ? " no longer answers " + system : " was removed") +
                           "; the ledger of board.lock.json keeps its line");
        }
    return {remarks.begin(), remarks.end()};
}

}  // namespace

void BoardAnswers::add(const BoardAnswers& all, std::size_t i) {
    files.push_back(all.files[i]);
    names.push_back(all.names[i]);
    paths.push_back(all.paths[i]);
    entries.push_back(all.entries[i]);
    sha256.push_back(all.sha256[i]);
}

BoardAnswers BoardAnswers::of_entry(const std::string& entry) const {
    BoardAnswers own;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (entries[i] == entry) own.add(*this, i);
    return own;
}

std::string why_unread(const fs::path& path, const std::string& missing) {
    std::error_code ignored;
    if (!fs::exists(path, ignored)) return missing;
    return std::string(fs::is_directory(path, ignored) ? "is a directory" : "is a device or a pipe") +
           ", expected an HDF5 file or an .npz archive";
}

BoardAnswers answers_to(const std::string& system, const Board& board, const fs::path& directory,
                        std::vector<Problem>& problems) {
    BoardAnswers all;
    for (const BoardEntry& entry : board.entries) {
        const auto answers = entry.answers.find(system);
        if (answers == entry.answers.end()) continue;
        for (std::size_t k = 0; k < answers->second.size(); ++k) {
            try {
                const BoardAnswer& answer = answers->second[k];
                const std::string where = (directory / "entries" / entry.id / "entry.json").string() + "#/answers/" +
                                          system + "/" + std::to_string(k);
                const DigestedFile file = file_of(answer, entry, directory, where);
                all.files.push_back(file.path);
                all.sha256.push_back(file.sha256);
                all.entries.push_back(entry.id);
                all.names.push_back(
                    {entry.model, entry.model + (entry.seeds > 1 ? ", seed " + std::to_string(k + 1) : "")});
                all.paths.push_back("entries/" + entry.id + "/" + (answer.file.empty() ? answer.sha256 : answer.file));
            } catch (const Error& error) {
                problems.insert(problems.end(), error.problems().begin(), error.problems().end());
            }
        }
    }
    return all;
}

std::vector<MissingAnswer> missing_answers(const Board& board, const fs::path& directory) {
    std::vector<MissingAnswer> missing;
    for (const BoardEntry& entry : board.entries)
        for (const auto& [system, answers] : entry.answers)
            for (const BoardAnswer& answer : answers)
                if (answer.file.empty())
                    if (const fs::path place = place_of_fetched(answer, directory); !fs::exists(place))
                        missing.push_back({entry.id, system, answer.sha256, answer.address, place});
    return missing;
}

Arrivals arrivals(const LedgerState& state, AnswersBySystem& answers, std::vector<Problem>& problems) {
    Arrivals found{state.ledger, {}, withdrawn(state)};
    for (const BoardEntry* entry : in_order_of_arrival(state)) {
        const SubmissionDigests fresh = not_on(state, *entry, answers, problems);
        if (fresh.empty()) continue;
        found.ledger.append(entry->id, fresh);
        found.arrived.push_back(entry->id);
    }
    for (auto& [system, all] : answers) all = first_arrived_first(all, system, found.ledger);
    return found;
}

}  // namespace cchnn
