#pragma once
// Zero-shot scores over a corpus (stories/corpus/score_corpus.hpp), as tables and as JSON (schemas/corpus.md).

#include <string>
#include <vector>

#include "stories/corpus/score_corpus.hpp"

namespace cchnn {

// One table for each grouping, with a row for each group and a column for each model.
std::string corpus_scores_text(const CorpusScores& scores, std::size_t width);

// The corpus and its systems, and an object for each model (schemas/command.schema.json).
std::string corpus_facts_json(const CorpusScores& scores);
std::vector<std::string> corpus_entries_json(const CorpusScores& scores);

}  // namespace cchnn
