#include "report/tables/board_report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/version.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/score_tables.hpp"
#include "report/tables/text_report.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string with_ends(double error, const std::optional<Interval>& ends) {
    return error_text(error) + (ends ? " [" + error_text(ends->low) + ", " + error_text(ends->high) + "]" : "");
}

// "knows graph, parameters" or "knows trajectories alone"
std::string heading_of(const BoardDivision& division) { return "knows " + division.knows; }

Json number_on_board(double value) { return std::isinf(value) ? Json("infinity") : Json(value); }

Json ends_on_board(const std::optional<Interval>& ends) {
    return ends ? Json{number_on_board(ends->low), number_on_board(ends->high)} : Json();
}

Json start_on_board(const StartError& e) {
    const auto or_null = [](const std::optional<double>& end) { return end ? Json(*end) : Json(); };
    const bool has_value = e.outcome == StartError::Outcome::found || e.outcome == StartError::Outcome::below;
    return {{"outcome", name(e.outcome)},
            {"value", has_value ? Json(e.value) : Json()},
            {"ci95", Json::array({or_null(e.low), or_null(e.high)})}};
}

Json division_json(const BoardDivision& division) {
    Json json{{"knows", division.knows}, {"standings", Json::array()}};
    for (const Standing& s : division.comparison.standings)
        json["standings"].push_back({{"model", s.model},
                                     {"error", number_on_board(s.error)},
                                     {"error_ci95", ends_on_board(s.error_ci95)},
                                     {"error_ratio", number_on_board(s.error_ratio)},
                                     {"rank", s.rank},
                                     {"missing", s.missing}});
    return json;
}

Json entry_json(const BoardEntry& entry, const std::vector<BoardError>& errors) {
    Json json{{"entry", entry.id},    {"model", entry.model},
              {"date", entry.date},   {"knows", division_of(entry.knows)},
              {"seeds", entry.seeds}, {"errors", Json::array()}};
    for (const BoardError& e : errors) {
        json["errors"].push_back({{"system", e.system},
                                  {"error", number_on_board(e.error)},
                                  {"error_ci95", ends_on_board(e.error_ci95)},
                                  {"rank", e.rank ? Json(*e.rank) : Json()},
                                  {"reference", e.reference},
                                  {"best_by_then", e.best_by_then}});
        if (e.start_error) json["errors"].back()["start_error"] = start_on_board(*e.start_error);
    }
    return json;
}

std::string rank_text(const BoardError& error) {
    return error.reference ? "reference" : error.rank ? short_number(*error.rank, 3) : "copy";
}

// Numbers of entries, oldest first.
std::vector<std::size_t> by_date(const Board& board) {
    std::vector<std::size_t> order(board.entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return board.entries[a].date < board.entries[b].date; });
    return order;
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

std::vector<CaptionedTable> board_system_tables(const BoardScores& scores, const std::string& system) {
    std::vector<CaptionedTable> tables;
    for (const BoardDivision& division : scores.divisions)
        for (const Scores& one : division.comparison.systems)
            if (one.truth.system == system)
                tables.push_back({heading_of(division) + ":", comparison_tables(one).front().table});
    if (!tables.empty()) return tables;
    for (const Scores& one : scores.systems)  // reference rollouts alone
        if (one.truth.system == system) return {comparison_tables(one).front()};
    return {};
}

CaptionedTable board_entry_table(const BoardScores& scores, std::size_t entry) {
    TextTable table{{"", "rank in its division", "relative error, geometric mean [95 %]"}, {}};
    if (scores.board.start_error) table.headings.push_back("start error [95 %]");
    for (const BoardError& error : scores.errors[entry]) {
        table.rows.push_back({error.system, rank_text(error), with_ends(error.error, error.error_ci95)});
        if (scores.board.start_error)
            table.rows.back().push_back(error.start_error ? start_error_text(*error.start_error) : "-");
    }
    return {"Systems:", table};
}

CaptionedTable board_history_table(const BoardScores& scores) {
    TextTable table{{"", "date", "knows"}, {}};
    for (const Scores& one : scores.systems) table.headings.push_back(one.truth.system);
    for (const std::size_t i : by_date(scores.board)) {
        const BoardEntry& entry = scores.board.entries[i];
        table.rows.push_back({short_label(entry.model), entry.date, division_of(entry.knows)});
        for (const Scores& one : scores.systems) {
            std::string cell = "-";
            for (const BoardError& error : scores.errors[i])
                if (error.system == one.truth.system) cell = error_text(error.error) + (error.best_by_then ? " *" : "");
            table.rows.back().push_back(cell);
        }
    }
    return {"Relative error by date; * smallest of those that know the same, by then:", table};
}

std::vector<std::string> board_remarks(const BoardScores& scores) {
    std::vector<std::string> remarks = scores.remarks;
    for (const Scores& one : scores.systems)
        for (const std::string& remark : score_remarks(one)) remarks.push_back(one.truth.system + ": " + remark);
    return remarks;
}

std::string board_text(const BoardScores& scores, std::size_t width) {
    std::string text = wrapped(printable(scores.board.title), 2, width) + text_of(board_tables(scores), width);
    for (const Scores& one : scores.systems) {
        std::vector<CaptionedTable> tables = board_system_tables(scores, one.truth.system);
        for (CaptionedTable& table : tables) table.caption = one.truth.system + ", " + table.caption;
        text += text_of(tables, width);
    }
    text += text_of_remarks(board_remarks(scores), width) + "\n";
    for (const Scores& one : scores.systems) text += "signature " + one.signature + "\n";
    return text;
}

std::string board_json(const BoardScores& scores) {
    Json json{{"format", "cchnn-eval board"},
              {"format_version", report_format_version},
              {"tool_version", tool_version},
              {"verdict", "scored"},
              {"exit_code", static_cast<int>(ExitCode::ok)},
              {"title", scores.board.title},
              {"systems", Json::object()},
              {"divisions", Json::array()},
              {"entries", Json::array()},
              {"remarks", board_remarks(scores)}};
    for (const auto& [name, system] : scores.lock.systems)
        json["systems"][name] = {{"truth_digest", system.truth_digest}, {"signature", system.signature}};
    for (const BoardDivision& division : scores.divisions) json["divisions"].push_back(division_json(division));
    for (std::size_t i = 0; i < scores.board.entries.size(); ++i)
        json["entries"].push_back(entry_json(scores.board.entries[i], scores.errors[i]));
    return json_document(json);
}

}  // namespace cchnn
