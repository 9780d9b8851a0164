#include "board_options.hpp"

#include <CLI/CLI.hpp>

#include "core/errors.hpp"

namespace cchnn {
namespace {

constexpr const char* board_footer = R"(
A board is a leaderboard as files. DIR has board.json, entries/<entry>/entry.json with submissions beside them, and
data/<system>/test.h5. Every submission is scored anew; models are ranked among those that know the same. DIR/board.lock.json names the test sets and signatures of the board, and
its ledger lists the submissions in the order of arrival. Others are rejected unless --renew is given; new entries are added at
the end of the ledger. The same board makes the same site, byte for byte. Nothing is fetched: --missing lists digest, address and
place of the submissions that have only these. schemas/board.md.
Examples:
  cchnn-eval board board
  cchnn-eval board board --data data -o public --json scores.json
  cchnn-eval board board --missing)";

}  // namespace

void add_board(CLI::App& app, BoardOptions& o) {
    CLI::App* command = app.add_subcommand("board", "score every entry of a leaderboard and write its site");
    command->add_option("DIR", o.directory, "directory with board.json and entries/")->required();
    command->add_option("-o,--output", o.site, "directory of the site [DIR/site]");
    command->add_option("--data", o.data, "directory of test sets, DATA/<system>/test.h5 [DIR/data]");
    command->add_option("--json", o.json, "also write the scores as JSON (schemas/board.md); - for standard output");
    command->add_flag("--renew", o.renew,
                      "accept other test sets, signatures or submissions than those of board.lock.json; these "
                      "submissions arrive anew");
    command->add_flag("--missing", o.missing, "list submissions that are still to be fetched, without scoring");
    command->add_flag("--force", o.force, "let reports replace files that are not reports of this program");
    command->add_option("--threads", o.threads, "number of threads [all]; changes no digit");
    command->footer(board_footer);
}

void check(const BoardOptions& o) {
    if (o.threads < 1 || o.threads > 1024)
        throw UsageError("--threads", "must be 1 .. 1024, got " + std::to_string(o.threads));
    if (o.missing && !o.json.empty())
        throw UsageError("--json", "writes scores, but --missing computes none; give only one of the two");
}

}  // namespace cchnn
