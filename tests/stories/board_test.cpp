#include <doctest/doctest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "core/sha256.hpp"
#include "dataset/forged_file.hpp"
#include "report/page/html_board.hpp"
#include "report/tables/board_report.hpp"
#include "report/tables/score_tables.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/board_fixture.hpp"

using namespace cchnn_test;

TEST_CASE("models of a board are ranked among those that know the same, and history says who was best by then") {
    const BoardFixture f;
    f.enter_model("a", 2, "2026-01-01");
    f.enter_model("b", 8, "2026-02-01");
    f.enter_model("c", 4, "2026-03-01");
    f.enter_model("d", 1, "2026-03-01", false);
    const BoardScores scores = f.scores();
    CHECK(scores.divisions.size() == 2);
    CHECK(scores.divisions[0].knows == "graph");
    CHECK(scores.divisions[1].knows == "trajectories alone");
    CHECK(scores.divisions[0].comparison.standings.front().model == "model b");
    const auto rank = [&](std::size_t entry) { return scores.errors[entry].at(0).rank; };
    CHECK(rank(0) == 3);
    CHECK(rank(1) == 1);
    CHECK(rank(2) == 2);
    CHECK(rank(3) == 1);
    std::vector<bool> best;
    for (const auto& errors : scores.errors) best.push_back(errors.at(0).best_by_then);
    CHECK(best == std::vector<bool>{true, true, false, true});
    CHECK(cchnn::schema_problems(nlohmann::ordered_json::parse(board_json(scores)), "", "board_scores").empty());
}

TEST_CASE("a board that asks for start errors says that of each entry, in its JSON and on the page of the model") {
    const BoardFixture f;
    f.enter_model("a", 1, "2026-01-01");
    const BoardScores plain = f.scores();
    CHECK(!plain.errors[0].at(0).start_error);
    CHECK_FALSE(contains_text(board_json(plain), "start_error"));
    CHECK_FALSE(contains_text(board_site(plain, {}).at("models/a.html"), "start error"));
    write_text(f.board / "board.json",
               R"({"format": "cchnn board", "format_version": 1, "title": "One", "systems": ["chain_pendulum_1"],
                   "start_error": true})");
    const BoardScores scores = f.scores();
    REQUIRE(scores.errors[0].at(0).start_error);
    const double value = scores.errors[0][0].start_error->value;
    CHECK(value > 0);
    const auto json = nlohmann::ordered_json::parse(board_json(scores));
    CHECK(cchnn::schema_problems(json, "", "board_scores").empty());
    CHECK(json["entries"][0]["errors"][0]["start_error"]["value"] == value);
    const std::string page = board_site(scores, {}).at("models/a.html");
    CHECK(contains_text(page, "start error <small>[95 %]</small>"));
    CHECK(contains_text(page, start_error_text(*scores.errors[0][0].start_error).substr(0, 8)));
}

TEST_CASE("a board says its context: entries are scored from there, and its lock refuses another one") {
    const BoardFixture fixture;
    fixture.enter_model("a", 1, "2026-01-01");
    const auto with_context = [&](int samples) {
        write_text(fixture.board / "board.json", R"({"format": "cchnn board", "format_version": 1, "title": "One",
                   "systems": ["chain_pendulum_1"], "context": )" +
                                                     std::to_string(samples) + "}");
    };
    with_context(10);
    const BoardScores scores = fixture.committed();
    CHECK(contains_text(scores.systems.at(0).signature, "|context:10|"));
    with_context(11);
    CHECK(contains_text(fixture.refusal(), "signature"));
    with_context(100);
    CHECK(contains_text(fixture.refusal(), "at least one sample is left to predict"));
    with_context(0);
    CHECK(contains_text(fixture.refusal(), "/context"));
}

TEST_CASE("a naive forecast on a board is listed in each division and ranked in none") {
    const BoardFixture f;
    f.enter_model("net", 4, "2026-01-01");
    f.enter("kept", R"([{"file": "a.h5"}])", "2026-01-01", false);
    RolloutOptions naive;
    naive.test_set = f.test_set();
    naive.output = f.board / "entries/kept/a.h5";
    naive.naive = Naive::persistence;
    rollout(load_system("chain_pendulum_1"), naive);
    const BoardScores scores = f.scores();
    REQUIRE(scores.divisions.size() == 1);
    CHECK(scores.divisions[0].comparison.standings.size() == 1);
    CHECK(scores.divisions[0].comparison.systems[0].models.size() == 2);
    CHECK(scores.errors[0].at(0).naive == "persistence");
    CHECK(!scores.errors[0][0].rank);
    CHECK(!scores.errors[0][0].best_by_then);
    CHECK(board_entry_table(scores, 0).table.rows[0][1] == "naive");
    CHECK(cchnn::schema_problems(nlohmann::ordered_json::parse(board_json(scores)), "", "board_scores").empty());
}

TEST_CASE("of two entries with the same predictions the first one is the model, in its division and in all others") {
    const BoardFixture f;
    f.enter_model("fine", 8, "2026-04-01");
    f.enter_model("rough", 2, "2026-04-01");
    f.enter_model("a", 8, "2026-12-01");  // before it by name
    f.enter_model("b", 8, "2026-12-02", false);
    const BoardScores scores = f.scores();
    const auto error = [&](const std::string& id) {
        for (std::size_t i = 0; i < scores.board.entries.size(); ++i)
            if (scores.board.entries[i].id == id) return scores.errors[i].at(0);
        return BoardError{};
    };
    CHECK(error("fine").rank == 1);
    CHECK(error("rough").rank == 2);
    CHECK(!error("a").rank);
    CHECK(!error("b").rank);
    CHECK(error("fine").best_by_then);
    CHECK(!error("a").best_by_then);
    REQUIRE(scores.divisions.size() == 1);  // of the other there is no model
    const Standing& first = scores.divisions[0].comparison.standings[0];
    CHECK(first.model == "model fine");
    CHECK(scores.divisions[0].comparison.standings[1].same_as == "model fine");
    std::string remarks;
    for (const std::string& remark : scores.remarks) remarks += remark;
    CHECK(contains_text(remarks,
                        "chain_pendulum_1: model b is not ranked among those that know trajectories alone, since its "
                        "predictions are the same as those of model fine, entered before with graph"));
    CHECK(!board_site(scores, {}).empty());
}

// A method of order 2: with 8 in place of 7 substeps the errors are those of 7 times (7/8)^2, in all numbers.
TEST_CASE("an entry with the errors of an earlier one times a number counts as that one, and takes no first place") {
    const BoardFixture f;
    f.enter_model("own", 7, "2026-01-01");
    f.enter_model("moved", 8, "2026-02-01");
    f.enter_model("rough", 2, "2026-02-01");
    const BoardScores scores = f.scores();
    std::map<std::string, BoardError> errors;
    for (std::size_t i = 0; i < scores.board.entries.size(); ++i)
        errors[scores.board.entries[i].id] = scores.errors[i].at(0);
    CHECK(errors["own"].rank == 1);
    CHECK(!errors["moved"].rank);
    CHECK(errors["rough"].rank == 2);
    CHECK(errors["own"].best_by_then);
    CHECK(!errors["moved"].best_by_then);
    CHECK(scores.divisions.at(0).comparison.standings.at(0).model == "model own");
    CHECK(scores.divisions.at(0).comparison.standings.at(1).same_as == "model own");
}

TEST_CASE("models that share the first place on a system all have its star, and one behind them has none") {
    const BoardFixture f;
    f.enter_model("a", 8, "2026-01-01");
    f.enter_model("b", 4, "2026-01-01");
    f.enter_model("c", 2, "2026-01-01");
    BoardScores scores = f.scores();
    const auto stars = [&] {
        std::string text;
        for (const auto& row : board_errors_table(scores).table.rows) text += row.back().ends_with(" *") ? "*" : "-";
        return text;
    };
    CHECK(stars() == "*--");
    scores.errors[1].at(0).first = true;
    CHECK(stars() == "**-");
}

TEST_CASE("the site of a board is the same for other threads and another place, and text of entries stays text") {
    const BoardFixture f;
    f.enter_model("a", 2, "2026-01-01");
    const auto described = [](const fs::path& board) {
        return std::vector{described_test_set(board / "data/chain_pendulum_1/test.h5", 0)};
    };
    const auto site = board_site(f.scores(1), described(f.board));
    fs::copy(f.board, f.scratch / "elsewhere", fs::copy_options::recursive);
    const BoardScores again = evaluate_board({f.scratch / "elsewhere", {}, false, 3});
    CHECK(site == board_site(again, described(f.scratch / "elsewhere")));
    CHECK(site.size() == 6);
    CHECK(contains_text(site.at("index.html"), "<h1>One &lt;b&gt;</h1>"));
    CHECK(contains_text(site.at("index.html"), "href=\"models/a.html\""));
    CHECK(contains_text(site.at("models/a.html"), "href=\"../systems/chain_pendulum_1.html\""));
}

TEST_CASE("a board refuses another test set and another signature than those of its lock, until it is renewed") {
    const BoardFixture f;
    f.enter_model("a", 2, "2026-01-01");
    BoardLock lock = f.scores().lock;
    write_text(f.board / "board.lock.json", board_lock_json(lock));
    CHECK(f.refusal().empty());
    lock.systems["chain_pendulum_1"].signature += "|more";
    write_text(f.board / "board.lock.json", board_lock_json(lock));
    CHECK(contains_text(f.refusal(), "the signature of its scores is "));
    lock.systems["chain_pendulum_1"].truth_digest[0] =
        lock.systems["chain_pendulum_1"].truth_digest[0] == '0' ? '1' : '0';
    write_text(f.board / "board.lock.json", board_lock_json(lock));
    CHECK(contains_text(f.refusal(), "its truth digest is "));
    CHECK(f.scores(1, true).systems.size() == 1);
}

TEST_CASE("a board refuses a test set of the same truth with other error bounds") {
    const BoardFixture f;
    f.enter_model("a", 2, "2026-01-01");
    const BoardLock lock = f.scores().lock;
    write_text(f.board / "board.lock.json", board_lock_json(lock));
    for (hsize_t k = 0; k < 100; ++k) cchnn_test::set_number(f.test_set(), "/error_bound", {2, k}, 0.5);
    cchnn_test::seal(f.test_set());
    CHECK(TrajectoryFile(f.test_set()).truth_digest() == lock.systems.at("chain_pendulum_1").truth_digest);
    CHECK(contains_text(f.refusal(), "the signature of its scores is "));
}

TEST_CASE("an answer by digest and address is listed as missing, then read, and refused with other bytes") {
    const BoardFixture f;
    f.predict(f.scratch / "a.npz", 2);
    const std::string digest = sha256_of_file(f.scratch / "a.npz");
    f.enter("far", R"([{"sha256": ")" + digest + R"(", "address": "https://example.org/a.npz"}])");
    const std::vector<MissingAnswer> missing = missing_answers(read_board(f.board), f.board);
    REQUIRE(missing.size() == 1);
    CHECK(missing[0].place == f.board / "fetched" / (digest + ".npz"));
    CHECK(contains_text(f.refusal(), "does not exist; get it from https://example.org/a.npz"));
    fs::create_directories(f.board / "fetched");
    fs::copy_file(f.scratch / "a.npz", missing[0].place);
    CHECK(f.scores().errors.at(0).size() == 1);
    CHECK(missing_answers(read_board(f.board), f.board).empty());
    f.predict(f.scratch / "a.npz", 4);
    fs::copy_file(f.scratch / "a.npz", missing[0].place, fs::copy_options::overwrite_existing);
    CHECK(contains_text(f.refusal(), "has the SHA-256 "));
}

TEST_CASE("all problems of all entries of a board are reported in one run") {
    const BoardFixture f;
    f.enter("a", R"([{"file": "../../board.json"}])");
    f.enter("b", R"([{"file": "nothing.h5"}])");
    const std::string read = f.refusal();
    CHECK(contains_text(read,
                        "entries/a/entry.json#/answers/chain_pendulum_1/0/file: '../../board.json' leaves the "
                        "directory of the file that names it"));
    CHECK(contains_text(read, "nothing.h5: does not exist, but b/entry.json names it"));
    f.enter("c", R"([{"file": "a.npz"}])", "yesterday");
    f.enter("no_day", R"([{"file": "a.npz"}])", "2026-02-30");
    f.enter("d", R"([{"address": "https://example.org"}])");
    f.enter("e", R"([{"file": "a.npz"}])", "2026-01-01", true, 2);
    f.enter("f", R"x([{"sha256": "ab", "address": "javascript:alert(1)"}])x");
    const std::string said = f.refusal();
    CAPTURE(said);
    CHECK(contains_text(said, "must be a date such as 2026-03-31"));
    CHECK(contains_text(said, "must be a date such as 2026-01-31, got '2026-02-30'"));
    CHECK(contains_text(said, "has 1 answers, but seeds is 2"));
    CHECK(contains_text(said, "d/entry.json#/answers/chain_pendulum_1/0"));
    CHECK(contains_text(said, "must begin with https:// or http:// and have no spaces"));
}

TEST_CASE("a problem of one kind in an entry of a board hides none of another kind in another entry") {
    const BoardFixture f;
    f.enter("a_path", R"([{"file": "../x.npz"}])");
    f.enter_model("b_date", 2, "2026-02-30");
    f.enter_model("c_cut", 2, "2026-01-01");
    fs::resize_file(f.board / "entries/c_cut/a.npz", 1000);
    f.enter("d_digest", R"([{"file": "a.npz", "sha256": ")" + std::string(64, '0') + R"("}])");
    f.predict(f.board / "entries/d_digest/a.npz", 2);
    f.enter("e_seeds", R"([{"file": "1.npz"}, {"file": "2.npz"}])", "2026-01-01", true, 2);
    f.predict(f.board / "entries/e_seeds/1.npz", 2);
    f.predict(f.board / "entries/e_seeds/2.npz", 2);
    f.enter_model("f_good", 4, "2026-01-01");
    const std::string all = f.refusal();
    CHECK(contains_text(all, "a_path/entry.json#/answers/chain_pendulum_1/0/file: '../x.npz' leaves the directory"));
    CHECK(contains_text(all, "b_date/entry.json#/date: must be a date"));
    CHECK(contains_text(all, "c_cut/a.npz"));
    CHECK(contains_text(all, "d_digest/a.npz: has the SHA-256 "));
    CHECK(contains_text(all, ", d_digest/entry.json says 0000"));
    CHECK(contains_text(all, "e_seeds/entry.json#/answers/chain_pendulum_1: two of its seeds"));
    CHECK_FALSE(contains_text(all, "f_good"));
    for (const char* id : {"a_path", "b_date", "d_digest"}) fs::remove_all(f.board / "entries" / id);
    const std::string found_when_read = f.refusal();  // no entry.json is wrong
    CHECK(contains_text(found_when_read, "c_cut/a.npz"));
    CHECK(contains_text(found_when_read, "e_seeds/entry.json#/answers/chain_pendulum_1: two of its seeds"));
    fs::remove(f.test_set());
    CHECK(contains_text(f.refusal(), "io: " + f.test_set().string() + ": does not exist; make it"));
    f.enter("g", "[]", "yesterday");
    const std::string both = f.refusal();
    CHECK(contains_text(both, "must be a date"));
    CHECK(contains_text(both, f.test_set().string() + ": does not exist"));
}

TEST_CASE("no link leads what is read of a board out of it") {
    const BoardFixture f;
    f.enter_model("a", 2, "2026-01-01");
    const auto moved = [&](const std::string& name) {
        fs::rename(f.board / name, f.scratch / "outside");
        fs::create_symlink(f.scratch / "outside", f.board / name);
        const std::string said = f.refusal();
        fs::remove(f.board / name);
        fs::rename(f.scratch / "outside", f.board / name);
        CHECK_MESSAGE(contains_text(said, "leads out of the board"), name, " ", said);
        CHECK_MESSAGE(said.starts_with("invalid input: "), name, " ", said);
    };
    write_text(f.board / "board.lock.json", board_lock_json(f.scores().lock));
    for (const char* name : {"board.json", "board.lock.json", "entries", "entries/a/entry.json"}) moved(name);
    CHECK(f.refusal() == "");
    fs::create_symlink("entry.json", f.board / "entries/a/same.json");  // nobody reads it
    CHECK(f.refusal() == "");
}

TEST_CASE("a board that names a system twice is told which") {
    const BoardFixture f;
    write_text(f.board / "board.json", R"({"format": "cchnn board", "format_version": 1, "title": "One",
        "systems": ["chain_pendulum_1", "chain_pendulum_2", "chain_pendulum_1"]})");
    CHECK(f.refusal() == "invalid input: " + (f.board / "board.json").string() +
                             "#/systems: must have each entry once, has \"chain_pendulum_1\" twice");
}

TEST_CASE("seeds of an entry are different predictions, and an entry is no symbolic link") {
    const BoardFixture f;
    f.enter("a", R"([{"file": "1.npz"}, {"file": "2.npz"}])", "2026-01-01", true, 2);
    f.predict(f.board / "entries/a/1.npz", 2);
    f.predict(f.board / "entries/a/2.npz", 4);
    CHECK(f.scores().systems[0].models[0].members.size() == 2);
    // Errors of order 2: with 7 in place of 8 substeps (8/7)^2 - 1 = 0.31 of the error apart, so that both count as one.
    f.predict(f.board / "entries/a/1.npz", 8);
    f.predict(f.board / "entries/a/2.npz", 7);
    CHECK(f.scores().systems[0].models[0].members.size() == 1);
    fs::copy_file(f.board / "entries/a/1.npz", f.board / "entries/a/2.npz", fs::copy_options::overwrite_existing);
    CHECK(contains_text(f.refusal(), "two of its seeds are the same model"));
    fs::create_directory_symlink(f.board / "entries/a", f.board / "entries/z");
    CHECK(contains_text(f.refusal(), "is a symbolic link"));
}

TEST_CASE("an answer that is a pipe or a directory is no regular file, and is not opened") {
    const BoardFixture f;
    f.enter("a", R"([{"file": "a.npz"}])");
    const fs::path file = f.board / "entries/a/a.npz";
    CHECK(contains_text(f.refusal(), file.string() + ": does not exist, but a/entry.json names it"));
    REQUIRE(mkfifo(file.c_str(), 0600) == 0);
    CHECK(contains_text(f.refusal(),
                        file.string() + ": is a device or a pipe, expected an HDF5 file or an .npz archive"));
    fs::remove(file);
    fs::create_directory(file);
    CHECK(contains_text(f.refusal(), file.string() + ": is a directory, expected"));
    f.predict(f.board / "a.npz", 2);
    fs::remove(file);
    fs::rename(f.board / "a.npz", file);
    fs::remove(f.test_set());
    REQUIRE(mkfifo(f.test_set().c_str(), 0600) == 0);
    CHECK(contains_text(f.refusal(), f.test_set().string() + ": is a device or a pipe, expected"));
}
