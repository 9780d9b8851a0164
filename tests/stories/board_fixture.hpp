#pragma once
// A board with a system, and entries whose models are integrators.

#include <string>

#include "dataset/documents/board.hpp"
#include "integrate/protocol/protocol.hpp"
#include "stories/benchmark/evaluate_board.hpp"
#include "stories/exchange/export_arrays.hpp"
#include "stories/story_fixture.hpp"

namespace cchnn_test {

struct BoardFixture {
    ScratchDirectory scratch;
    fs::path board = scratch / "board";

    BoardFixture() {
        GenerateOptions options;
        options.directory = board / "data";
        options.count = {0, 0, 6};
        generate(load_system("chain_pendulum_1"), options);
        write_text(
            board / "board.json",
            R"({"format": "cchnn board", "format_version": 1, "title": "One <b>", "systems": ["chain_pendulum_1"]})");
        fs::create_directories(board / "entries");
    }

    fs::path test_set() const { return board / "data/chain_pendulum_1/test.h5"; }

    // Predictions that are the worse, the fewer steps there are between two samples.
    void predict(const fs::path& file, int substeps) const {
        RolloutOptions rolling;
        rolling.test_set = test_set();
        rolling.output = scratch / ("made" + std::to_string(substeps) + ".h5");
        rolling.overwrite = true;
        rolling.protocol = fixed_step_protocol(Method::rattle2);
        rolling.protocol.substeps = substeps;
        rollout(load_system("chain_pendulum_1"), rolling);
        ExportOptions exporting;
        exporting.source = rolling.output;
        exporting.output = file;
        exporting.overwrite = true;
        export_arrays(exporting);
    }

    void enter(const std::string& id, const std::string& answers, const std::string& date = "2026-01-01",
               bool graph = true, int seeds = 1) const {
        fs::create_directories(board / "entries" / id);
        write_text(board / "entries" / id / "entry.json",
                   R"({"format": "cchnn board entry", "format_version": 1, "model": "model )" + id + R"(", "date": ")" +
                       date + R"(", "knows": {"graph": )" + (graph ? "true" : "false") +
                       R"(, "parameters": false, "true_constraints": false, "extra_data": false}, "seeds": )" +
                       std::to_string(seeds) + R"(, "answers": {"chain_pendulum_1": )" + answers + "}}");
    }
    void enter_model(const std::string& id, int substeps, const std::string& date, bool graph = true) const {
        enter(id, R"([{"file": "a.npz"}])", date, graph);
        predict(board / "entries" / id / "a.npz", substeps);
    }

    // As the program does: what this run puts on the ledger is there for the next one.
    BoardScores committed(bool renew = false) const {
        BoardScores found = scores(1, renew);
        write_text(board / "board.lock.json", board_lock_json(found.lock));
        return found;
    }
    void rename(const std::string& id, const std::string& model) const {
        const fs::path file = board / "entries" / id / "entry.json";
        std::string text = bytes_of(file);
        write_text(file, text.replace(text.find("model " + id), 6 + id.size(), model));
    }
    BoardScores scores(int threads = 1, bool renew = false) const {
        return evaluate_board({board, {}, renew, threads});
    }
    std::string refusal() const {
        return complaint([&] { scores(); });
    }
};

}  // namespace cchnn_test
