#include "../command_json.hpp"
#include "../files_below.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "report/tables/corpus_report.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {

ExitCode run(const CorpusEvalOptions& options) {
    OutputRule rule{files_below(options.directory, 1), options.force};
    for (const std::string& file : options.submissions) rule.inputs.push_back(file);
    return with_json({"cchnn-eval corpus", "models"}, options.json, rule, [&](auto& command_report) {
        Progress progress("corpus", "reading and scoring", "systems");
        CorpusScoring scoring{
            options.directory, {options.submissions.begin(), options.submissions.end()}, options.threads};
        scoring.context = options.context;
        scoring.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
        const CorpusScores scores = score_corpus(scoring);
        command_report.items = corpus_entries_json(scores);
        command_report.besides = corpus_facts_json(scores);
        if (!is_silent(options.json)) tell(corpus_scores_text(scores, output_width()));
        return ExitCode::ok;
    });
}

}  // namespace cchnn
