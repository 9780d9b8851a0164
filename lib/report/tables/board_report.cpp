#include "report/tables/board_report.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "core/printable.hpp"
#include "report/json_parts.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/score_tables.hpp"
#include "report/tables/suite_report.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/verdict.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// "knows graph, parameters" or "knows trajectories alone"
std::string heading_of(const BoardDivision& division) { return "knows " + division.knows; }

// A division holds the entries that know the same of a system, since others cannot be compared fairly.
Json division_json(const BoardDivision& division) {
    const auto standing_json = [](const Standing& s) {
        return Json{{"model", s.model},
                    {"error", json_number(s.error)},
                    {"error_ci95", json_interval(s.error_ci95)},
                    {"error_ratio", json_number(s.error_ratio)},
                    {"rank", s.rank},
                    {"failed", json_failed(s.failed)},
                    {"missing", s.missing}};
    };
    return {{"knows", division.knows}, {"standings", json_list(division.comparison.standings, standing_json)}};
}

// An entry with its error on each system. `arrival` is its line in the ledger of the board, and `best_by_then`
// says that no earlier entry of its division was better.
Json entry_json(const BoardEntry& entry, std::size_t arrival, const std::vector<BoardError>& errors) {
    Json json{{"entry", entry.id},
              {"model", entry.model},
              {"date", entry.date},
              {"arrival", arrival},
              {"knows", division_of(entry.knows)},
              {"seeds", entry.seeds},
              {"compute", json_compute(entry.compute)},
              {"errors", Json::array()}};
    for (const BoardError& e : errors) {
        json["errors"].push_back({{"system", e.system},
                                  {"error", json_number(e.error)},
                                  {"error_ci95", json_interval(e.error_ci95)},
                                  {"rank", e.rank ? Json(*e.rank) : Json()},
                                  {"reference", e.reference},
                                  {"naive", text_or_null(e.naive)},
                                  {"best_by_then", e.best_by_then}});
        if (e.start_error) json["errors"].back()["start_error"] = json_start_error(*e.start_error);
    }
    return json;
}

// A copy is an entry with the predictions of another one: it has no rank of its own.
std::string rank_text(const BoardError& error) {
    return error.reference        ? "reference"
           : !error.naive.empty() ? "naive"
           : error.rank           ? short_number(*error.rank, 3)
                                  : "copy";
}

// The line of the ledger in which an entry arrived; 0 if it is not there.
std::size_t arrival_of(const BoardScores& scores, const BoardEntry& entry) {
    return scores.lock.ledger.arrival(entry.id).value_or(0);
}

// Indices of entries in the order of the ledger, which alone decides what came first: dates are declared by
// entries.
std::vector<std::size_t> by_arrival(const BoardScores& scores) {
    const std::vector<BoardEntry>& entries = scores.board.entries;
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return arrival_of(scores, entries[a]) < arrival_of(scores, entries[b]);
    });
    return order;
}

// The model is known to be on the board: standings are made from its entries.
const BoardEntry& entry_called(const BoardScores& scores, const std::string& model) {
    const std::vector<BoardEntry>& entries = scores.board.entries;
    return *std::ranges::find(entries, model, &BoardEntry::model);
}

// Adds a cell for each system to a row; cells for which `marked` holds get a star.
template <class Marked>
void add_errors(const BoardScores& scores, std::size_t entry, const Marked& marked, std::vector<std::string>& row) {
    for (const Scores& system_scores : scores.systems) {
        std::string cell = "-";
        for (const BoardError& error : scores.errors[entry])
            if (error.system == system_scores.truth.system)
                cell = error_text(error.error) + (marked(error) ? " *" : "");
        row.push_back(cell);
    }
}

// What the errors of a board are.
std::string error_words(const BoardScores& scores) { return shown_words(rank_choice(scores.board.rank_by)); }

std::string capitalised(std::string text) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

}  // namespace

std::vector<CaptionedTable> board_tables(const BoardScores& scores) {
    std::vector<CaptionedTable> tables;
    for (const BoardDivision& division : scores.divisions)
        for (CaptionedTable& table : standings_table(division.comparison)) {
            const std::size_t systems = division.comparison.systems.size();
            table.caption = heading_of(division) + ", over " + counted(systems, "system") + ":";
            tables.push_back(std::move(table));
        }
    return tables;
}

// The standings with the columns that only a page has room for.
std::vector<CaptionedTable> board_front_tables(const BoardScores& scores) {
    std::vector<CaptionedTable> tables = board_tables(scores);
    for (std::size_t d = 0; d < tables.size(); ++d) {
        TextTable& table = tables[d].table;
        const std::vector<Standing>& standings = scores.divisions[d].comparison.standings;
        table.headings.insert(table.headings.end(), {"arrived", "dated", "training", "code"});
        for (std::size_t i = 0; i < standings.size(); ++i) {
            const BoardEntry& entry = entry_called(scores, standings[i].model);
            table.rows[i].insert(table.rows[i].end(),
                                 {std::to_string(arrival_of(scores, entry)), entry.date, compute_text(entry.compute),
                                  entry.address.empty() ? "-" : printable(entry.address)});
        }
    }
    return tables;
}

// One sentence for each division. A board without divisions has only reference rollouts or nothing.
std::vector<Verdict> board_verdicts(const BoardScores& scores) {
    std::vector<Verdict> verdicts;
    for (const BoardDivision& division : scores.divisions) {
        verdicts.push_back(verdict_of(division.comparison));
        std::string& sentence = verdicts.back().sentence;
        sentence = "Among models that know " + division.knows + ": " + sentence;
    }
    if (verdicts.empty()) verdicts.push_back(verdict_of(Comparison{scores.systems, {}, {}}));
    return verdicts;
}

// The ranked models of each division on one system. Without ranked models, the reference rollouts are shown.
std::vector<CaptionedTable> board_system_tables(const BoardScores& scores, const std::string& system) {
    std::vector<CaptionedTable> tables;
    for (const BoardDivision& division : scores.divisions)
        for (const Scores& system_scores : division.comparison.systems)
            if (system_scores.truth.system == system) {
                tables.push_back(comparison_tables(system_scores).front());
                tables.back().caption = heading_of(division) + ":";
            }
    if (!tables.empty()) return tables;
    for (const Scores& system_scores : scores.systems)  // reference rollouts alone
        if (system_scores.truth.system == system) return {comparison_tables(system_scores).front()};
    return {};
}

// The errors of one entry, for its own page. A start error has a column only on boards that compute it.
CaptionedTable board_entry_table(const BoardScores& scores, std::size_t entry) {
    TextTable table{{"", "rank in its division", error_words(scores) + ", geometric mean [95 %]"}, {}};
    if (scores.board.start_error) table.headings.push_back("start error [95 %]");
    for (const BoardError& error : scores.errors[entry]) {
        table.rows.push_back({error.system, rank_text(error), error_text(error.error, error.error_ci95)});
        if (scores.board.start_error)
            table.rows.back().push_back(error.start_error ? start_error_text(*error.start_error) : "-");
    }
    return {"Systems:", table};
}

// One row for each entry in the order of arrival, so that one sees when errors became smaller.
CaptionedTable board_history_table(const BoardScores& scores) {
    TextTable table{{"", "arrived", "dated", "knows"}, {}};
    for (const Scores& system_scores : scores.systems) table.headings.push_back(system_scores.truth.system);
    for (const std::size_t i : by_arrival(scores)) {
        const BoardEntry& entry = scores.board.entries[i];
        table.rows.push_back({short_label(entry.model), std::to_string(arrival_of(scores, entry)), entry.date,
                              division_of(entry.knows)});
        add_errors(
            scores, i, [](const BoardError& error) { return error.best_by_then; }, table.rows.back());
    }
    return {capitalised(error_words(scores)) +
                " in the order of arrival; * smallest until then among models that know the same:",
            table, MetricFamily::relative_error, TableColumns::arrivals};
}

// Models in the order of the standings, then those without a standing.
CaptionedTable board_errors_table(const BoardScores& scores) {
    TextTable table{{"", "knows"}, {}};
    for (const Scores& system_scores : scores.systems) table.headings.push_back(system_scores.truth.system);
    std::vector<std::string> order;
    for (const BoardDivision& division : scores.divisions)
        for (const Standing& standing : division.comparison.standings) order.push_back(standing.model);
    for (const BoardEntry& entry : scores.board.entries) order.push_back(entry.model);
    std::set<std::string> listed;
    for (const std::string& model : order) {
        if (!listed.insert(model).second) continue;
        const BoardEntry& entry = entry_called(scores, model);
        const std::size_t i = &entry - scores.board.entries.data();
        table.rows.push_back({short_label(model), division_of(entry.knows)});
        add_errors(
            scores, i, [](const BoardError& error) { return error.first; }, table.rows.back());
    }
    return {capitalised(error_words(scores)) + " on each system; * the smallest among models that know the same:",
            table, MetricFamily::relative_error};
}

// Remarks of the whole board, then those of each system with its name before them.
std::vector<std::string> board_remarks(const BoardScores& scores) {
    std::vector<std::string> remarks = scores.remarks;
    for (const Scores& system_scores : scores.systems)
        for (const std::string& remark : score_remarks(system_scores))
            remarks.push_back(system_scores.truth.system + ": " + remark);
    return remarks;
}

// The verdicts are repeated at the end, since a terminal shows the end of a long text.
std::string board_text(const BoardScores& scores, std::size_t width) {
    std::string text = wrapped(printable(scores.board.title), 2, width), last;
    for (const Verdict& verdict : board_verdicts(scores)) {
        text += verdict_text(verdict, width);
        last += wrapped(printable(verdict.sentence), 2, width);
    }
    text += text_of(board_tables(scores), width);
    for (const Scores& system_scores : scores.systems) {
        std::vector<CaptionedTable> tables = board_system_tables(scores, system_scores.truth.system);
        for (CaptionedTable& table : tables) table.caption = system_scores.truth.system + ", " + table.caption;
        text += text_of(tables, width);
    }
    text += text_of_remarks(board_remarks(scores), width) + "\n";
    for (const Scores& system_scores : scores.systems) text += "signature " + system_scores.signature + "\n";
    if (!scores.arrived.empty())
        text += wrapped("arrived, and added to the ledger in board.lock.json: " + joined(scores.arrived), 2, width);
    return text + last;
}

std::string board_json(const BoardScores& scores) {
    Json json = report_head("cchnn-eval board", "scored", ExitCode::ok);
    json["title"] = scores.board.title;
    json["systems"] = Json::object();
    json["divisions"] = json_list(scores.divisions, division_json);
    json["entries"] = Json::array();
    json["remarks"] = board_remarks(scores);
    for (const auto& [name, system] : scores.lock.systems)
        json["systems"][name] = {{"truth_digest", system.truth_digest}, {"signature", system.signature}};
    for (std::size_t i = 0; i < scores.board.entries.size(); ++i)
        json["entries"].push_back(
            entry_json(scores.board.entries[i], arrival_of(scores, scores.board.entries[i]), scores.errors[i]));
    return json_document(json);
}

namespace {

// The line that an organiser publishes where it cannot be changed later: the digests fix the round and its
// secret.
std::string line_to_publish(const SealedRound& sealed) {
    return "sealed round " + sealed.name + ": SHA-256 of round.json " + sealed.round_digest + ", of secret.json " +
           sealed.commitment;
}

}  // namespace

std::string sealed_text(const SealedRound& sealed, const ChallengeOptions& options) {
    return options.round.string() + ": " + std::to_string(sealed.train) + " training trajectories, " +
           std::to_string(sealed.test) + " initial states to predict from, each of " + std::to_string(sealed.samples) +
           " samples, dt " + short_number(sealed.dt) + "\n  round.json   SHA-256 " + sealed.round_digest +
           "\n  commitment           " + sealed.commitment + "\n  secret       " + options.secret.string() +
           "; keep it secret until the round is over\n"
           "Publish this line where it cannot be changed, such as in a signed tag or on a mailing list:\n  " +
           line_to_publish(sealed) + "\nAnyone can check it with\n  cchnn-gen challenge verify " +
           options.round.string() + " --sealed " + sealed.round_digest + "\n";
}

std::string sealed_json(const SealedRound& sealed, const ChallengeOptions& options) {
    return nlohmann::ordered_json{{"round", options.round.string()},
                                  {"secret", options.secret.string()},
                                  {"round_sha256", sealed.round_digest},
                                  {"commitment", sealed.commitment},
                                  {"publish", line_to_publish(sealed)},
                                  {"train", sealed.train},
                                  {"test", sealed.test},
                                  {"samples", sealed.samples},
                                  {"dt", sealed.dt}}
        .dump();
}

std::string revealed_json(const std::filesystem::path& revealed, const ChallengeOptions& options) {
    return nlohmann::ordered_json{{"round", options.round.string()}, {"revealed", revealed.string()}}.dump();
}

std::string round_verification_text(const RoundVerification& found, bool failures_alone) {
    if (failures_alone && found.passed()) return "";
    std::string text = found.round.string() + ": " + (found.revealed ? "revealed" : "sealed, not revealed yet") +
                       "\n  round.json   SHA-256 " + found.round_digest + "\n";
    for (const RoundCheck& check : found.checks)
        if (!failures_alone || !check.passed)
            text += std::string(check.passed ? "  passed  " : "  FAILED  ") + printable(check.what) +
                    (check.found.empty() ? "" : ": " + printable(check.found)) + "\n";
    return text;
}

std::string round_verification_json(const RoundVerification& found) {
    nlohmann::ordered_json json = report_head("cchnn-gen challenge", found.passed() ? "passed" : "failed",
                                              found.passed() ? ExitCode::ok : ExitCode::gate_failed);
    json["round"] = found.round.string();
    json["round_sha256"] = found.round_digest;
    json["revealed"] = found.revealed;
    json["checks"] = nlohmann::ordered_json::array();
    for (const RoundCheck& check : found.checks)
        json["checks"].push_back({{"what", check.what}, {"passed", check.passed}, {"found", check.found}});
    return json_document(json);
}

}  // namespace cchnn
