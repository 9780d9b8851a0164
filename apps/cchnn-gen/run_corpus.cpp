#include <unistd.h>

#include <charconv>
#include <csignal>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "pipes.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {
namespace {

std::string share(std::uint64_t part, std::uint64_t whole) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%",
                  whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0);
    return text;
}

void print(const Recipe& recipe, const CorpusCommand& command, const CorpusReport& report, double seconds) {
    const char* directory = command.options.directory.c_str();
    if (!command.options.only && !report.complete) {
        tell_of("%s: %s of this shard made now; the command without --shard finishes the corpus\n", directory,
                counted(report.made, "system").c_str());
        return;
    }
    tell_of("%s: %s by recipe %s, %llu made now  (%.2f s)\n", directory, counted(report.systems, "system").c_str(),
            recipe.name.c_str(), static_cast<unsigned long long>(report.made), seconds);
    tell_of("  %s; by graph %llu train, %llu valid, %llu test; %llu selected\n",
            counted(report.graphs, "distinct graph").c_str(), static_cast<unsigned long long>(report.sides[0]),
            static_cast<unsigned long long>(report.sides[1]), static_cast<unsigned long long>(report.sides[2]),
            static_cast<unsigned long long>(report.selected));
    tell_of("  connected %s, with free fall %s\n", share(report.connected, report.systems).c_str(),
            share(report.free_falls, report.systems).c_str());
    tell_of("  with a loop %s, with a joint %s, with either %s\n", share(report.loops, report.systems).c_str(),
            share(report.joints, report.systems).c_str(), share(report.loops_or_joints, report.systems).c_str());
    TextTable kinds{{"systems with", "share"}, {}};
    for (const auto& [kind, systems] : report.kinds) kinds.rows.push_back({kind, share(systems, report.systems)});
    tell(kinds.text(output_width()));
    if (report.chaotic)
        tell_of("  %s have a Lyapunov exponent whose 95 %% interval is above 0\n",
                share(*report.chaotic, report.systems).c_str());
    std::uint64_t redrawn = 0;
    for (const auto& [reason, attempts] : report.redrawn) redrawn += attempts;
    tell_of("  %s drawn again\n", counted(redrawn, "attempt").c_str());
    for (const auto& [reason, attempts] : report.redrawn)
        tell_of("    %llu  %s\n", static_cast<unsigned long long>(attempts), reason.c_str());
    tell_of("  %.0f evaluations of the field, mean of a trajectory; largest error bound %.2g\n", report.evaluations,
            report.largest_bound);
    if (report.complete) tell_of("  digest %.12s\n", report.digest.c_str());
}

// A number with six digits; a text as it is.
std::string short_value(const std::string& json) {
    double number = 0;
    const auto read = std::from_chars(json.data(), json.data() + json.size(), number);
    return read.ec == std::errc() ? short_number(number) : json;
}

}  // namespace

ExitCode run(const CorpusCommand& command) {
    Recipe recipe = load_recipe(command.recipe);
    if (command.lyapunov) recipe = with_lyapunov(recipe, *command.lyapunov);
    OutputRule rule{{}, command.options.overwrite, {command.options.directory / "corpus.json"}};
    if (command.recipe.find('/') != std::string::npos || command.recipe.ends_with(".json"))
        rule.inputs.push_back(command.recipe);
    return with_json({"cchnn-gen corpus", "corpora"}, command.json, rule, [&](auto& command_report) {
        CorpusReport report;
        double seconds = 0;
        {
            Progress progress("corpus " + recipe.name, "drawing, integrating", "systems");
            CorpusOptions options = command.options;
            options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
            report = make_corpus(recipe, options);
            seconds = progress.seconds();
        }
        command_report.items.push_back(corpus_json(recipe, command.options, report));
        if (!is_silent(command.json)) print(recipe, command, report, seconds);
        return ExitCode::ok;
    });
}

ExitCode run(const EnvironmentsCommand& command) {
    const EnvironmentFamily family = environment_family(command.system);
    OutputRule rule{{}, command.options.overwrite, {command.options.directory / "environments.json"}};
    if (command.system.find('/') != std::string::npos || command.system.ends_with(".json"))
        rule.inputs.push_back(command.system);
    return with_json({"cchnn-gen environments", "environments"}, command.json, rule, [&](auto& command_report) {
        EnvironmentsReport report;
        {
            Progress progress("environments " + family.name, "integrating");
            EnvironmentsOptions options = command.options;
            options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
            report = make_environments(family, options);
        }
        for (std::string& item : environments_json(family, report)) command_report.items.push_back(std::move(item));
        if (is_silent(command.json)) return ExitCode::ok;
        tell_of("%s: %s of %s, %llu made now\n", command.options.directory.c_str(),
                counted(report.environments.size(), "environment").c_str(), family.name.c_str(),
                static_cast<unsigned long long>(report.made));
        TextTable table{{""}, {}};
        for (const EnvironmentFamily::Value& value : family.values)
            table.headings.push_back(value.name + (value.unit.empty() || value.unit == "1" ? "" : ", " + value.unit));
        for (const Environment& one : report.environments) {
            table.rows.push_back({one.side + "/" + one.name});
            for (const std::string& value : one.values) table.rows.back().push_back(printable(short_value(value)));
        }
        tell(table.text(output_width()));
        return ExitCode::ok;
    });
}

ExitCode run(const StreamCommand& command) {
    if (isatty(STDOUT_FILENO))
        throw UsageError("standard output", "is a terminal, and frames are not text; send them to a pipe or a file");
    std::signal(SIGPIPE, SIG_IGN);  // the write fails instead, which ends the stream
    OutputRule rule{{}, command.force};
    if (command.options.source.find('/') != std::string::npos || command.options.source.ends_with(".json"))
        rule.inputs.push_back(command.options.source);
    return with_json({"cchnn-gen stream", "streams"}, command.json, rule, [&](auto& command_report) {
        std::uint64_t frames = 0, bytes = 0;
        command_report.items.push_back(streamed_json(command.options, frames, bytes));
        stream(command.options, [&](const std::string& frame) {
            if (!write_all(frame)) return false;
            command_report.items.back() = streamed_json(command.options, ++frames, bytes += frame.size());
            return true;
        });
        return ExitCode::ok;
    });
}

}  // namespace cchnn
