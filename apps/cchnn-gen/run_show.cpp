#include <algorithm>

#include "../command_json.hpp"
#include "../files_below.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/at_work.hpp"
#include "core/counted.hpp"
#include "core/stop.hpp"
#include "model/compiled_system.hpp"
#include "print_coordinates.hpp"
#include "report/commands/listed_systems.hpp"
#include "report/explain/explain_system.hpp"
#include "report/page/html_system.hpp"
#include "report/report_file.hpp"
#include "report/tables/text_table.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/read_system.hpp"
#include "stories/corpus/verify_corpus.hpp"
#include "stories/exchange/described_corpus.hpp"

namespace cchnn {

namespace {

constexpr std::uint64_t most_of_a_corpus = 24;  // systems on a page

// A name stays a name where a directory of the same name is there.
bool is_corpus(const ShowOptions& options) {
    return std::filesystem::exists(options.system) && is_corpus_target(options.system);
}

DescribedCorpus described(const ShowOptions& options) {
    const Progress progress("show", "compiling and integrating");
    if (is_corpus(options)) return described_corpus(options.system, most_of_a_corpus);
    const bool all = options.system == "all";
    const std::vector<std::string> names = all ? builtin_system_names() : std::vector<std::string>{options.system};
    std::vector<DescribedSystem> systems;
    AtWork work(Work::systems, names.size());
    for (const std::string& name : names) {
        throw_if_stopped();
        systems.push_back(described_system(name));
        work.add();
    }
    return {counted(systems.size(), "system"), std::move(systems)};
}

OutputRule rule_of(const ShowOptions& options) {
    OutputRule rule{{}, options.force};
    if (const std::filesystem::path target = options.system; is_corpus(options))
        rule.inputs = files_below(target.extension() == ".json" ? target.parent_path() : target, 1);
    if (options.system.ends_with(".json") || options.system.find('/') != std::string::npos)
        rule.inputs.push_back(options.system);
    return rule;
}

ExitCode draw(const ShowOptions& options) {
    const std::vector<ReportFile> files{{"--html", options.html, ReportFormat::html},
                                        {"--svg", options.svg, ReportFormat::picture}};
    const OutputRule rule = rule_of(options);
    require_places(files, rule);
    const auto [title, systems] = described(options);
    const bool several = options.system == "all" || is_corpus(options);
    if (!options.html.empty())
        write_report(files[0], several ? html_gallery(systems, title) : html_of_system(systems.front()), rule);
    if (!options.svg.empty()) write_report(files[1], system_svg(systems.front(), SystemPicture::file), rule);
    tell_written(files);
    return ExitCode::ok;
}

ExitCode tell_facts(const ShowOptions& options) {
    const auto work = [&](CommandReport& command_report) {
        command_report.items.push_back(shown_system_json(CompiledSystem(load_system(options.system))));
        return ExitCode::ok;
    };
    return with_json({"cchnn-gen show", "systems"}, options.facts, rule_of(options), work, "--facts");
}

void check_drawing(const ShowOptions& options) {
    std::vector<Problem> problems;
    if (!options.json.empty() && !(options.facts.empty() && options.html.empty() && options.svg.empty()))
        problems.push_back({"--json", "cannot be combined with --facts, --html and --svg"});
    if (!options.facts.empty() && !(options.html.empty() && options.svg.empty()))
        problems.push_back({"--facts", "cannot be combined with --html and --svg"});
    const bool only_drawn = options.html.empty() || !options.svg.empty();
    if (options.system == "all" && only_drawn)
        problems.push_back({"SYSTEM", "all works only with --html; give one system"});
    else if (only_drawn && is_corpus(options))
        problems.push_back({"SYSTEM", options.system + " is a corpus, which works only with --html; cchnn-gen info " +
                                          options.system + " says what it holds"});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

}  // namespace

ExitCode run(const ShowOptions& options) {
    check_drawing(options);
    if (!options.facts.empty()) return tell_facts(options);
    if (!options.html.empty() || !options.svg.empty()) return draw(options);
    const SystemSpec spec = load_system(options.system);
    if (!options.json.empty()) {
        const ReportFile file{"--json", options.json, ReportFormat::json};
        write_report(file, readable_json(spec.json) + "\n", rule_of(options));
        tell_written({file});
        return ExitCode::ok;
    }
    const CompiledSystem compiled(spec);
    constexpr std::size_t readable = 102;  // columns: longer lines are hard to follow
    tell(explain_system(spec, compiled.graph, compiled.system, std::min(output_width(), readable)));
    print_coordinates(spec, compiled.coordinates);
    return ExitCode::ok;
}

}  // namespace cchnn
