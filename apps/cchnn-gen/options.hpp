#pragma once
// The command line of cchnn-gen, parsed and checked. CLI11 stays in options.cpp.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lyapunov/lyapunov.hpp"
#include "spec/system_family.hpp"
#include "stories/benchmark/challenge.hpp"
#include "stories/benchmark/make_suite.hpp"
#include "stories/benchmark/observe.hpp"
#include "stories/corpus/make_corpus.hpp"
#include "stories/corpus/stream.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/exchange/convert.hpp"
#include "stories/exchange/export_arrays.hpp"
#include "stories/exchange/import_arrays.hpp"
#include "stories/generate/environments.hpp"
#include "stories/generate/generate.hpp"
#include "stories/generate/merge.hpp"
#include "stories/serve/serve.hpp"
#include "stories/verify/audit.hpp"
#include "stories/verify/verify.hpp"

namespace cchnn {

struct ListOptions {
    std::string json;    // file, "-" or ""; so in all of these
    bool force = false;  // replace a file that is no report of ours
};
struct ShowOptions {
    std::string system;
    std::string json, facts, html, svg;  // files to write instead, or ""; JSON may go to "-"
    bool force = false;                  // replace files that are no pages or pictures of ours
};
struct CheckOptions {
    std::vector<std::string> files;
    std::string json;
    bool force = false;
};
struct InfoCommand {
    std::vector<std::string> files;
    std::string json;    // file, "-" or ""
    bool force = false;  // replace a file that is no report of ours
};
struct GenerateCommand {
    std::vector<std::string> systems;
    std::string shard;  // "k/n", or ""
    GenerateOptions options;
    std::filesystem::path lock;      // generate what this lock file says, and compare; "": what the options say
    std::vector<std::string> given;  // names of options that were typed: "seed"
    std::string json;
};
struct VerifyCommand {
    std::vector<std::filesystem::path> targets;
    VerifyOptions options;
    std::filesystem::path truth;  // that views are of
    std::string json;             // file, "-" or ""
    bool force = false;           // replace a file that is no report of ours
};
struct MergeCommand {
    MergeOptions options;
    std::string json;
};
struct ExportCommand {
    ExportOptions options;
    std::string json;
};
struct ObserveCommand {
    std::vector<ObserveOptions> sweep;  // one entry, or one for each value
    std::string json;
};
struct SuiteCommand {
    std::string suite;
    std::optional<int> members;  // of every ensemble, in place of the suite's
    SuiteOptions options;
    std::string json;
    bool force = false;
};
struct ChallengeCommand {
    enum class Step { seal, reveal, verify } step = Step::seal;
    std::string prior;   // of seal
    std::string sealed;  // of verify: SHA-256 of round.json, or ""
    ChallengeOptions options;
    std::string json;  // file, "-" or ""
    bool force = false;
};
struct ImportCommand {
    std::string system;
    ImportOptions options;
    std::string json;
};
struct RolloutCommand {
    std::string system;
    std::vector<RolloutOptions> sweep;  // one entry, or one for each value
    std::string json;
};
struct AuditCommand {
    std::vector<std::filesystem::path> directories;
    AuditOptions options;
    std::string json;  // file, "-" or ""
    bool force = false;
};
struct GraphCommand {
    SystemFamily family;
    FamilyMember member;
    std::string json;  // in place of standard output
    bool force = false;
};
struct ConvertCommand {
    ConvertOptions options;
    std::string output;  // file, or "-"
    std::string json;
    bool force = false;  // replace a file that is there
};
struct LyapunovCommand {
    std::string system;
    LyapunovOptions options;
    std::string json;    // file, "-" or ""
    bool force = false;  // replace a file that is no report of ours
};
struct CorpusCommand {
    std::string recipe = "default";
    std::optional<std::uint64_t> lyapunov{};  // trajectories of estimates
    CorpusOptions options;
    std::string json;  // file, "-" or ""
};
struct StreamCommand {
    StreamOptions options;
    std::string json;  // file or ""
    bool force = false;
};
struct ServeCommand {
    ServeOptions options;
    std::string json;  // file or ""
    bool force = false;
};
struct EnvironmentsCommand {
    std::string system;
    EnvironmentsOptions options;
    std::string json;  // file, "-" or ""
};
using GenCommand = std::variant<ListOptions, ShowOptions, CheckOptions, InfoCommand, GenerateCommand, RolloutCommand,
                                GraphCommand, LyapunovCommand, AuditCommand, MergeCommand, VerifyCommand, ExportCommand,
                                ImportCommand, ConvertCommand, ObserveCommand, SuiteCommand, ChallengeCommand,
                                CorpusCommand, StreamCommand, ServeCommand, EnvironmentsCommand>;

// Nothing when --help or --version was asked for and printed. Throws UsageError with every violated rule.
std::optional<GenCommand> parse_command_line(int argc, const char* const* argv);

}  // namespace cchnn
