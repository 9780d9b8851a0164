#pragma once
// The ledger of a board: which submissions arrived, in which order. It stands in board.lock.json, and lines are only ever
// added at its end. Of two entries with the same predictions the one that arrived first is the model; the dates that
// entries declare decide nothing.
//
//   line_k   entry, SHA-256 of each submission
//   chain_k  SHA-256 of chain_(k-1) and line_k, so that a line that is changed, removed or moved breaks the chain;
//            schemas/board.md has the text that is digested

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

class BoardLedger {
  public:
    BoardLedger() = default;
    explicit BoardLedger(std::vector<LedgerLine> lines) : lines_(std::move(lines)) {}

    const std::vector<LedgerLine>& lines() const { return lines_; }
    void append(const std::string& entry, const SubmissionDigests& answers);
    // The first line that does not follow from the one before it; `file` is where the ledger stands.
    std::vector<Problem> broken_line(const std::string& file) const;

    // Number of the line, from 1: the last one in which the entry answers the system; the first one of the entry.
    std::optional<std::size_t> arrival(const std::string& entry, const std::string& system) const;
    std::optional<std::size_t> arrival(const std::string& entry) const;
    // What the line of arrival() says.
    const std::vector<std::string>* digests(const std::string& entry, const std::string& system) const;

  private:
    std::vector<LedgerLine> lines_;
};

}  // namespace cchnn
