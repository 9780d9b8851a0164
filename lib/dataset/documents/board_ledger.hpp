#pragma once
// The ledger of a board: the order in which submissions arrived. It is part of board.lock.json, and lines are
// only appended. Of two entries with the same predictions the one that arrived first is the model and the other
// its copy. The dates that entries state for themselves decide nothing.
//
//   line_k   entry, SHA-256 of each submission
//   chain_k  SHA-256 of chain_(k-1) and line_k, so that a line that is changed or moved breaks the chain, and so does
//            one that is removed before the end; schemas/board.md has the text that is digested

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

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

}  // namespace cchnn
