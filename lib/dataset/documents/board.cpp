#include "dataset/documents/board.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/paths/contained_path.hpp"
#include "core/paths/given_directory.hpp"
#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/json/schema_check.hpp"

namespace cchnn {
namespace {

// A map iterates over systems in order of their names, so the text is unique.
std::string chain_of(const std::string& before, const std::string& entry, const SubmissionDigests& answers) {
    std::string text = before + "\n" + entry + "\n";
    for (const auto& [system, digests] : answers) {
        text += system;
        for (const std::string& digest : digests) text += " " + digest;
        text += "\n";
    }
    return sha256_of_text(text);
}

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Entries come from other people: these limits keep a single one from slowing down or breaking the board for
// all.
constexpr std::size_t most_entries = 10'000, longest_id = 60;
constexpr JsonBounds bounds{256 << 10, 10'000};  // of a JSON file of a board; ten seeds on ten systems are 400 values

// The path of a file of the board. A symbolic link in a stranger's entry must not choose which file is read.
fs::path inside(const fs::path& directory, const std::string& name) {
    try {
        return contained_path(directory, name);
    } catch (const IoError&) {
        throw DataError((directory / name).string(),
                        "is a symbolic link, or below one, that leads out of the board; put the file itself there");
    }
}

// Reads a file of a board within these limits and checks it against its schema.
Json read_document(const fs::path& path, const std::string& schema, JsonBounds most = bounds) {
    return parse_by_schema(read_file(path, "a JSON file of a board", most.bytes), path.string(), schema, most);
}

// A name of an entry becomes a part of file names and addresses, so few letters are allowed.
bool is_entry_id(const std::string& text) {
    return !text.empty() && text.size() <= longest_id &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string::npos;
}

// Where a submission of an entry is: a file of the board, or an address with its SHA-256.
BoardAnswer answer_of(const Json& json) {
    return {json.value("file", ""), json.value("sha256", ""), json.value("address", "")};
}

// The entry of a document that satisfies the schema.
BoardEntry entry_of(const Json& json, const std::string& id) {
    BoardEntry entry;
    entry.id = id;
    entry.model = json.at("model");
    entry.date = json.at("date");
    entry.seeds = json.at("seeds");
    entry.title = json.value("title", "");
    entry.reference = json.value("reference", "");
    entry.address = json.value("address", "");
    entry.notes = json.value("notes", "");
    if (const Json compute = json.value("compute", Json::object()); !compute.empty()) {
        if (compute.contains("hours")) entry.compute.hours = compute.at("hours").get<double>();
        if (compute.contains("parameters")) entry.compute.parameters = compute.at("parameters").get<std::uint64_t>();
        entry.compute.device = compute.value("device", "");
    }
    const Json& knows = json.at("knows");
    entry.knows = {knows.at("graph"), knows.at("parameters"), knows.at("true_constraints"), knows.at("extra_data")};
    const Json all = json.value("answers", Json::object());
    for (const auto& [system, answers] : all.items())
        for (const Json& answer : answers) entry.answers[system].push_back(answer_of(answer));
    return entry;
}

// Whether a text such as "2026-02-28" is a date of the calendar. The schema has checked that it consists of
// digits.
bool is_date(const std::string& text) {
    namespace time = std::chrono;
    const auto number = [&](std::size_t begin, std::size_t length) { return std::stoi(text.substr(begin, length)); };
    return time::year_month_day(time::year(number(0, 4)), time::month(static_cast<unsigned>(number(5, 2))),
                                time::day(static_cast<unsigned>(number(8, 2))))
        .ok();
}

// Rules that the schema cannot express.
std::vector<Problem> problems_of(const BoardEntry& entry, const std::vector<std::string>& systems,
                                 const std::string& source) {
    std::vector<Problem> problems;
    if (!is_date(entry.date))
        problems.push_back({source + "#/date", "must be a date such as 2026-01-31, got '" + entry.date + "'"});
    if (entry.answers.empty())
        problems.push_back({source, "is missing 'answers'; a board needs one system of its own at least"});
    for (const auto& [system, answers] : entry.answers) {
        const std::string where = source + "#/answers/" + system;
        if (std::ranges::find(systems, system) == systems.end())
            problems.push_back({where, "is not a system of this board" + suggestion(system, systems)});
        if (answers.size() != to_size(entry.seeds))
            problems.push_back({where, "has " + std::to_string(answers.size()) + " answers, but seeds is " +
                                           std::to_string(entry.seeds) + "; submit one for each training seed"});
    }
    return problems;
}

// The names of the entries' directories, sorted, since the file system returns them in any order.
std::vector<std::string> entry_ids(const fs::path& directory, std::vector<Problem>& problems) {
    std::error_code failure;
    std::vector<std::string> ids;
    for (fs::directory_iterator entry(directory, failure), end; !failure && entry != end; entry.increment(failure)) {
        const std::string id = entry->path().filename().string();
        if (entry->is_symlink())
            problems.push_back({entry->path().string(), "is a symbolic link; entries are directories"});
        else if (!entry->is_directory()) continue;
        else if (!is_entry_id(id))
            problems.push_back(
                {entry->path().string(), "is not a valid name of an entry: use at most 60 of a-z, 0-9, _ and -"});
        else ids.push_back(id);
        if (ids.size() > most_entries) throw IoError(directory.string(), "holds more than 10000 entries");
    }
    if (failure) throw IoError(directory.string(), "cannot be listed: " + failure.message());
    std::ranges::sort(ids);
    return ids;
}

// Of ASCII letters only.
std::string lower_case(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

// Names of models must differ by more than upper and lower case, so that tables are unambiguous.
void require_own_names(const Board& board, const fs::path& directory, std::vector<Problem>& problems) {
    std::map<std::string, const BoardEntry*> names;
    for (const BoardEntry& entry : board.entries) {
        const auto [first, is_new] = names.emplace(lower_case(entry.model), &entry);
        if (is_new) continue;
        const BoardEntry& other = *first->second;
        const std::string as_there =
            other.model == entry.model ? "" : "; '" + other.model + "' differs only in upper and lower case";
        problems.push_back({(directory / "entries" / entry.id / "entry.json").string() + "#/model",
                            "'" + entry.model + "' is the name of entry " + other.id + " already" + as_there});
    }
}

// The ledger with one row for each line of text, so that version control shows changes of whole lines.
std::string ledger_rows(const BoardLedger& ledger) {
    std::string rows;
    for (const LedgerLine& line : ledger.lines())
        rows += (rows.empty() ? "\n  " : ",\n  ") +
                Json{{"entry", line.entry}, {"answers", line.answers}, {"chain", line.chain}}.dump();
    return rows;
}

// The chain is not checked here; read_board_lock() does.
BoardLedger ledger_of(const Json& json) {
    std::vector<LedgerLine> lines;
    for (const Json& line : json) lines.push_back({line.at("entry"), line.at("answers"), line.at("chain")});
    return BoardLedger(std::move(lines));
}

}  // namespace

void BoardLedger::append(const std::string& entry, const SubmissionDigests& answers) {
    const std::string before = lines_.empty() ? "" : lines_.back().chain;
    lines_.push_back({entry, answers, chain_of(before, entry, answers)});
}

std::vector<Problem> BoardLedger::broken_line(const std::string& file) const {
    std::string before;
    for (std::size_t k = 0; k < lines_.size(); ++k) {
        const LedgerLine& line = lines_[k];
        if (line.chain != chain_of(before, line.entry, line.answers))
            return {{file + "#/ledger/" + std::to_string(k),
                     "contradicts the lines before it: the line of '" + line.entry +
                         "' or an earlier one was changed, removed or moved; restore the file from version control"}};
        before = line.chain;
    }
    return {};
}

std::optional<std::size_t> BoardLedger::arrival(const std::string& entry, const std::string& system) const {
    for (std::size_t k = lines_.size(); k > 0; --k)
        if (lines_[k - 1].entry == entry && lines_[k - 1].answers.contains(system)) return k;
    return std::nullopt;
}

std::optional<std::size_t> BoardLedger::arrival(const std::string& entry) const {
    for (std::size_t k = 0; k < lines_.size(); ++k)
        if (lines_[k].entry == entry) return k + 1;
    return std::nullopt;
}

const std::vector<std::string>* BoardLedger::digests(const std::string& entry, const std::string& system) const {
    const auto line = arrival(entry, system);
    return line ? &lines_[*line - 1].answers.at(system) : nullptr;
}

// The name of the division for models with this knowledge; a division is nothing but this text.
std::string division_of(const ModelKnowledge& knows) {
    std::string text;
    for (const auto& [known, name] : {std::pair{knows.graph, "graph"},
                                      {knows.parameters, "parameters"},
                                      {knows.true_constraints, "true constraints"},
                                      {knows.extra_data, "extra data"}})
        if (known) text += (text.empty() ? "" : ", ") + std::string(name);
    return text.empty() ? "trajectories alone" : text;
}

Board read_board(const fs::path& directory) {
    std::vector<Problem> problems;
    Board board = read_board(directory, problems);
    if (!problems.empty()) throw SpecError(std::move(problems));
    return board;
}

// Reads all entries, each by itself, so that the problems of one do not hide those of others.
Board read_board(const fs::path& directory, std::vector<Problem>& problems) {
    require_directory(directory);
    const Json json = read_document(inside(directory, "board.json"), "board");
    Board board;
    board.title = json.at("title");
    board.description = json.value("description", "");
    board.preset = json.value("preset", "paper");
    board.start_error = json.value("start_error", false);
    board.context = json.value("context", 1);
    board.rank_by = json.value("rank_by", board.rank_by);
    board.members = json.value("members", board.members);
    for (const Json& system : json.at("systems")) board.systems.push_back(system);
    inside(directory, "entries");
    for (const std::string& id : entry_ids(directory / "entries", problems)) {
        try {
            const fs::path file = inside(directory, "entries/" + id + "/entry.json");
            board.entries.push_back(entry_of(read_document(file, "board_entry"), id));
            for (Problem& problem : problems_of(board.entries.back(), board.systems, file.string()))
                problems.push_back(std::move(problem));
        } catch (const Error& error) {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        }
    }
    require_own_names(board, directory, problems);
    if (board.entries.empty() && problems.empty())
        throw SpecError((directory / "entries").string(),
                        "has no entries; each entry is a directory with an entry.json");
    return board;
}

std::optional<BoardEntry> read_board_entry(const fs::path& directory) {
    const fs::path file = directory / "entry.json";
    if (!fs::exists(file)) return std::nullopt;
    return entry_of(read_document(inside(directory, "entry.json"), "board_entry"), "");
}

// The ledger is appended to the rest as text, since the JSON library would break its rows into several lines.
std::string board_lock_json(const BoardLock& lock) {
    Json json = document_head("cchnn board lock", board_format_version);
    json["systems"] = Json::object();
    for (const auto& [name, system] : lock.systems)
        json["systems"][name] = {{"truth_digest", system.truth_digest}, {"signature", system.signature}};
    std::string text = json.dump(1);
    text.erase(text.rfind("\n}"));
    return text + ",\n \"ledger\": [" + ledger_rows(lock.ledger) + "\n ]\n}\n";
}

// Nothing for a board that was never evaluated. Throws DataError at the first line of the ledger whose chain
// does not continue the one before.
std::optional<BoardLock> read_board_lock(const fs::path& path) {
    if (!fs::exists(path)) return std::nullopt;
    const Json json = read_document(inside(path.parent_path(), path.filename().string()), "board_lock", JsonBounds{});
    BoardLock lock;
    for (const auto& [name, system] : json.at("systems").items())
        lock.systems[name] = {system.at("truth_digest"), system.at("signature")};
    lock.ledger = ledger_of(json.value("ledger", Json::array()));
    if (auto problems = lock.ledger.broken_line(path.string()); !problems.empty()) throw DataError(std::move(problems));
    return lock;
}

}  // namespace cchnn
