#include "dataset/documents/board_ledger.hpp"

#include "core/sha256.hpp"

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

}  // namespace cchnn
