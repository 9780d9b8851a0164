#include "stories/benchmark/board_answers.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "report/page/html_board.hpp"
#include "report/tables/board_report.hpp"
#include "report/tables/text_table.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/board_fixture.hpp"

using namespace cchnn_test;

namespace {

const Standing* standing_called(const BoardScores& scores, const std::string& model) {
    for (const BoardDivision& division : scores.divisions)
        for (const Standing& s : division.comparison.standings)
            if (s.model == model) return &s;
    return nullptr;
}

}  // namespace

TEST_CASE("a copy that arrived later takes no place on a board, whatever date and name it has") {
    const BoardFixture f;
    f.enter_model("rival", 8, "2026-01-01");
    f.enter_model("rough", 2, "2026-01-02");
    const BoardScores before = f.committed();
    CHECK(before.arrived == std::vector<std::string>{"rival", "rough"});
    f.enter_model("a_copy", 8, "0001-01-01");
    const BoardScores after = f.committed();
    CHECK(after.arrived == std::vector<std::string>{"a_copy"});
    REQUIRE(standing_called(after, "model a_copy"));
    CHECK(standing_called(after, "model a_copy")->same_as == "model rival");
    CHECK(standing_called(after, "model rival")->same_as == "");
    CHECK(after.errors[1].at(0).rank == 1);
    CHECK(!after.errors[0].at(0).rank);
    CHECK(after.errors[1].at(0).best_by_then);
    CHECK(!after.errors[0].at(0).best_by_then);
    CHECK(board_history_table(after).table.rows.front().front() == "model rival");
    const BoardScores again = f.committed();
    CHECK(again.arrived.empty());
    CHECK(board_lock_json(again.lock) == board_lock_json(after.lock));
    CHECK(board_site(again, {}) == board_site(after, {}));
}

TEST_CASE("a ledger of which a line was changed, removed or moved is refused, and the line is named") {
    const BoardFixture f;
    f.enter_model("a", 2, "2026-01-01");
    f.enter_model("b", 4, "2026-01-02");
    f.enter_model("c", 8, "2026-01-03");
    f.committed();
    const fs::path file = f.board / "board.lock.json";
    const auto whole = nlohmann::ordered_json::parse(bytes_of(file));
    REQUIRE(whole["ledger"].size() == 3);
    const auto refused = [&](const std::string& what, const nlohmann::ordered_json& lock, const std::string& line) {
        CAPTURE(what);
        write_text(file, lock.dump());
        const std::string said = f.refusal();
        CAPTURE(said);
        CHECK(contains_text(said, "board.lock.json#/ledger/" + line + ": contradicts the lines before it"));
    };
    auto forged = whole;
    forged["ledger"].erase(0);
    refused("removed", forged, "0");
    forged = whole;
    std::swap(forged["ledger"][0], forged["ledger"][1]);
    refused("moved", forged, "0");
    forged = whole;
    forged["ledger"][1]["entry"] = "other";
    refused("another entry", forged, "1");
    forged = whole;
    forged["ledger"][1]["answers"]["chain_pendulum_1"][0] = std::string(64, '0');
    refused("another file", forged, "1");
    forged = whole;
    forged["ledger"].insert(forged["ledger"].begin() + 1, whole["ledger"][2]);
    refused("put in between", forged, "1");
    write_text(file, whole.dump());
    CHECK(f.refusal() == "");
}

TEST_CASE("a board without a ledger gets one by date and name, and a cut one is made whole") {
    const BoardFixture f;
    f.enter_model("b", 2, "2026-01-01");
    f.enter_model("a", 4, "2026-01-01");
    f.enter_model("c", 8, "2025-01-01");
    const std::vector<std::string> order{"c", "a", "b"};
    BoardLock lock = f.committed().lock;
    const std::string whole = board_lock_json(lock);
    auto old = nlohmann::ordered_json::parse(whole);
    old.erase("ledger");
    write_text(f.board / "board.lock.json", old.dump());
    const BoardScores renewed = f.committed();
    CHECK(renewed.arrived == order);
    CHECK(bytes_of(f.board / "board.lock.json") == whole);
    CHECK(contains_text(board_text(renewed, 200), "arrived, and added to the ledger in board.lock.json: c, a, b\n"));
}

// What the workflow of schemas/board.md compares: the lock of a pull request, and what follows from that of the target.
TEST_CASE("a ledger that a pull request makes anew is not the one that follows from the ledger of the target branch") {
    const BoardFixture f;
    f.enter_model("rival", 8, "2026-01-01");
    const std::string target = board_lock_json(f.committed().lock);
    f.enter_model("a_copy", 8, "0001-01-01");
    fs::remove(f.board / "board.lock.json");
    const std::string forged = board_lock_json(f.committed().lock);
    CHECK(standing_called(f.scores(), "model rival")->same_as == "model a_copy");  // alone nobody can tell
    write_text(f.board / "board.lock.json", target);
    const BoardScores followed = f.committed();
    CHECK(standing_called(followed, "model a_copy")->same_as == "model rival");
    CHECK(board_lock_json(followed.lock) != forged);
}

TEST_CASE("other files of an entry are refused, and with --renew they arrive anew, after everybody else") {
    const BoardFixture f;
    f.enter_model("a", 8, "2026-01-01");
    f.enter_model("b", 2, "2026-01-02");
    f.committed();
    f.enter_model("a", 2, "2026-01-01");  // those of b
    CHECK(contains_text(f.refusal(),
                        "entries/a/entry.json#/answers/chain_pendulum_1: names other files than line 1 of the ledger"));
    const BoardScores renewed = f.committed(true);
    CHECK(renewed.arrived == std::vector<std::string>{"a"});
    CHECK(renewed.lock.ledger.lines().size() == 3);
    CHECK(standing_called(renewed, "model a")->same_as == "model b");
    CHECK(f.refusal() == "");
}

TEST_CASE("an entry that is gone from a board is named, and its line stays") {
    const BoardFixture f;
    f.enter_model("a", 8, "2026-01-01");
    f.enter_model("b", 2, "2026-01-02");
    f.committed();
    fs::remove_all(f.board / "entries/a");
    const BoardScores scores = f.committed();
    CHECK(scores.remarks ==
          std::vector<std::string>{"entry a was removed; the ledger of board.lock.json keeps its line"});
    CHECK(scores.lock.ledger.lines().size() == 2);
}

TEST_CASE("names on a board are ASCII without blanks at their ends, and are compared without case") {
    const BoardFixture f;
    f.enter_model("a", 8, "2026-01-01");
    f.enter_model("b", 2, "2026-01-01");
    f.rename("a", "Net (v1.0)+_-");
    CHECK(f.refusal() == "");
    for (const char* name : {"n\u0435t", "net ", " net", "net  2", "n\u00e9t", "<b>", "net\u200b", "a, seed 1"}) {
        CAPTURE(name);
        f.enter_model("b", 2, "2026-01-01");
        f.rename("b", name);
        CHECK(contains_text(f.refusal(),
                            "b/entry.json#/model: must be ASCII letters, digits, . _ + ( ) - and single blanks"));
    }
    f.enter_model("b", 2, "2026-01-01");
    f.rename("b", "nET (V1.0)+_-");
    CHECK(contains_text(
        f.refusal(),
        "'nET (V1.0)+_-' is the name of entry a already; 'Net (v1.0)+_-' differs only in upper and lower case"));
    std::string text = bytes_of(f.board / "entries/a/entry.json");
    f.enter_model("b", 2, "2026-01-01");
    write_text(f.board / "entries/a/entry.json",
               text.replace(text.find("\"date\""), 0, "\"title\": \"n\u0435t <b>\", "));
    const auto site = board_site(f.scores(), {});
    CHECK(contains_text(site.at("models/a.html"), "n\u0435t &lt;b&gt;"));
    CHECK_FALSE(contains_text(site.at("index.html"), "n\u0435t"));
}

TEST_CASE("the front page of a board has errors, charts, arrival, dates and code of each model, after the verdict") {
    const BoardFixture f;
    f.enter_model("a", 2, "2026-01-01");
    f.enter_model("b", 8, "2026-02-01");
    std::string text = bytes_of(f.board / "entries/b/entry.json");
    write_text(f.board / "entries/b/entry.json",
               text.replace(text.find("\"seeds\""), 0, "\"address\": \"https://example.org/b\", "));
    const BoardScores scores = f.scores();
    const std::string page = board_site(scores, {}).at("index.html"), said = board_text(scores, 400);
    const std::string verdict = board_verdicts(scores).at(0).sentence;
    CHECK(verdict.starts_with("Among models that know graph: model b has the smallest kinetic error over 1 system, "));
    CHECK(page.find("<p class=\"verdict\">Among models that know graph: ") < page.find("<table>"));
    CHECK(said.find(verdict) < said.find("knows graph, over 1 system:"));
    CHECK(said.ends_with(verdict + "\n"));
    for (const char* part :
         {"error <small>[95 %]</small>", ">arrived<", ">dated<", ">code<", "2026-02-01", "<svg class=\"figure chart\"",
          "<a href=\"https://example.org/b\" rel=\"noopener noreferrer\">example.org</a>"})
        CHECK_MESSAGE(contains_text(page, part), part);
    const TextTable errors = board_errors_table(scores).table;
    REQUIRE(errors.rows.size() == 2);
    CHECK(errors.rows[0][0] == "model b");
    CHECK(errors.rows[0].back() == error_text(scores.errors[1].front().error) + " *");
    CHECK(errors.rows[1].back() == error_text(scores.errors[0].front().error));
    CHECK(contains_text(page, "Kinetic error on each system"));
}

TEST_CASE("a board shows what one training of a model took, as its entry says, and a dash where it does not") {
    const BoardFixture f;
    f.enter_model("fast", 4, "2026-01-02");
    f.enter_model("slow", 1, "2026-01-03");
    const fs::path file = f.board / "entries/slow/entry.json";
    std::string text = bytes_of(file);
    text.insert(text.find("\"seeds\""),
                R"("compute": {"hours": 2.5, "device": "one <A100>", "parameters": 1200000}, )");
    write_text(file, text);
    const BoardScores scores = f.committed();
    const std::string front = board_site(scores, {}).at("index.html");
    CHECK(contains_text(front, "2.5 h, one &lt;A100&gt;, 1.2e+06 parameters"));
    const auto json = nlohmann::json::parse(board_json(scores));
    for (const auto& entry : json.at("entries")) {
        const bool says = entry.at("entry") == "slow";
        CHECK(entry.at("compute").at("hours") == (says ? nlohmann::json(2.5) : nlohmann::json()));
        CHECK(entry.at("compute").at("parameters") == (says ? nlohmann::json(1200000) : nlohmann::json()));
    }
    CHECK(schema_problems(nlohmann::ordered_json::parse(board_json(scores)), "", "board_scores").empty());
    write_text(file, text.replace(text.find("2.5"), 3, "\"two\""));
    CHECK(contains_text(f.refusal(), "#/compute/hours"));
}
