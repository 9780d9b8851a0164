#pragma once
// The command line of cchnn-eval, parsed and checked. CLI11 stays in options.cpp.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dataset/reader/file_difference.hpp"
#include "report/figures/figures.hpp"
#include "score/gate.hpp"
#include "score/score_submission.hpp"

namespace cchnn {

struct TemplateOptions {
    std::string truth, output;
    std::string model, notes;
    std::string coordinates = "x";  // or "q"
    int context = 1;                // given samples
    std::string view;               // of this file of a view
    std::optional<int> members;     // of an ensemble
    bool sensitivities = false;     // with the arrays of derivatives
    std::string side;               // of a corpus; "": test
    std::string json;
    bool overwrite = false;
};
struct CheckOptions {
    std::string truth;
    std::vector<std::string> submissions;
    std::size_t most_ids = 10;  // ids in a message
    int context = 1;
    std::string json;
    bool force = false;
};
struct ScoreOptions {
    std::string truth;
    std::vector<std::string> submissions;
    ScoringOptions scoring;
    bool group = false, published = false, start_error = false, solver = false;
    std::string json;     // "-" is standard output
    std::string figures;  // directory
    std::string animation;
    std::string csv, markdown, html, latex, cite;
    bool force = false;                  // replace files that are no reports of ours
    std::optional<std::uint64_t> shown;  // trajectory to draw
    std::string observed;                // file of a view; bounds of estimated parameters; or
    double noise = 0;                    // of the test set
    std::string view;                    // file of a view; the context
    std::string at;                      // file of a view: estimated states at its samples, instead of forecasts
    bool all = false;                    // print every table
    bool wide = false;                   // LaTeX over both columns
    std::string figure_font;
    FigureStyle figure_style;
};
struct GateOptions {
    std::vector<std::string> files;        // TEST SUB..., or pairs TEST:SUB; or
    std::string data;                      // DATA/<system>/test.h5 and
    std::vector<std::string> submissions;  // DIR/<system>/*.h5
    ScoringOptions scoring;
    std::vector<Threshold> thresholds;  // of the flags
    std::string thresholds_file, baseline;
    bool confident = false, group = false;
    std::string json, html, markdown, junit;
    bool force = false;
};
struct CompareOptions {
    std::vector<std::string> pairs;        // TEST:SUB; or
    std::string data;                      // DATA/<system>/test.h5 and
    std::vector<std::string> submissions;  // DIR/<system>/*.h5
    std::vector<std::string> groups;       // NAME=FILE,FILE: training seeds of one method
    ScoringOptions scoring;
    bool published = false, start_error = false, solver = false;
    double noise = 0;      // bounds of estimated parameters; or
    std::string observed;  // from views, DIR/<system>/train.h5 or test.h5
    std::string json, csv, markdown, html, latex, cite;
    bool force = false, all = false, wide = false;
};
struct DiffOptions {
    std::string a, b;
    Tolerance tolerance;
    std::string json;
    bool force = false;
};
struct SuiteEvalOptions {
    std::string directory;                 // that cchnn-gen suite made
    std::vector<std::string> submissions;  // DIR/<task>/<training>/<split>/*.h5
    ScoringOptions scoring;
    bool start_error = false;
    std::string json, markdown, html;
    bool force = false;
};
struct CorpusEvalOptions {
    std::string directory;  // that cchnn-gen corpus made
    std::vector<std::string> submissions;
    std::string json;
    bool force = false;
    int threads = 1;
    int context = 1;  // given samples
};
struct BoardOptions {
    std::string directory;  // with board.json
    std::string data;       // DATA/<system>/test.h5; "": DIR/data
    std::string site;       // "": DIR/site
    std::string json;
    bool renew = false, missing = false, force = false;
    int threads = 1;
};
using EvalCommand = std::variant<TemplateOptions, CheckOptions, ScoreOptions, GateOptions, CompareOptions, DiffOptions,
                                 SuiteEvalOptions, CorpusEvalOptions, BoardOptions>;

// Nothing when --help or --version was asked for and printed. Throws UsageError with every violated rule.
std::optional<EvalCommand> parse_command_line(int argc, const char* const* argv);

}  // namespace cchnn
