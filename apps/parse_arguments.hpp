#pragma once
// What both option files do with CLI11: mistyped commands and options get a suggestion, every mistake is a UsageError,
// and "help COMMAND" is "COMMAND --help".
// Included by the two options.cpp alone: CLI11 takes seconds to compile.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "colours.hpp"
#include "commit.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/version.hpp"
#include "files/jail/jail_state.hpp"
#include "help_layout.hpp"
#include "option_heading.hpp"
#include "option_words.hpp"
#include "quiet.hpp"

namespace cchnn {

class HelpLayout : public CLI::Formatter {
  public:
    HelpLayout() {
        label("SUBCOMMAND", "COMMAND");
        label("Positionals", "Arguments");
        column_width(help_column());
    }
    std::string make_description(const CLI::App* app) const override {
        return words_in_lines(CLI::Formatter::make_description(app), 0) + "\n";
    }
    std::string make_footer(const CLI::App* app) const override { return footer_lines(app->get_footer()); }
    // One empty line before each heading, where CLI11 has two.
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
        std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
        for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
        return text;
    }
    std::string make_subcommand(const CLI::App* command) const override {
        return help_entry(command->get_name(), command->get_description(), get_column_width());
    }
    std::string make_option(const CLI::Option* option, bool positional) const override {
        return help_entry(make_option_name(option, positional) + make_option_opts(option), make_option_desc(option),
                          get_column_width());
    }
};

// "cchnn-gen 0.3.0", the commit where that is known, and what files of others are read without where the kernel
// refuses, or why they are not read at all.
inline std::string version_text(const std::string& program) {
    const std::string commit = built_from_commit;
    const std::string version = program + " " + tool_version + (commit.empty() ? "" : "\nbuilt from commit " + commit);
    try {
        require_jail();
        return version;
    } catch (const Error& error) {
        return version + "\n" + to_text(error.problems());
    }
}

// How files of others are read; set by the command line.
struct ReadingOptions {
    double patience = usual_patience;
    bool require_jail = false, allow_open_jail = false;
};
inline ReadingOptions reading;

inline void add_reading_options(CLI::App& command) {
    const OptionHeading heading(command, "Reading files");
    command.add_option("--patience", reading.patience, "longest time to read a file, s [30, and 1 for each 4 MB]");
    command.add_flag("--require-jail", reading.require_jail,
                     "read no file if the kernel does not allow the reader's filter or limits");
    if (command.get_name() == "board")
        command.add_flag("--no-require-jail", reading.allow_open_jail, "read files there too, unlike other boards");
}

// Boards hold what strangers hand in.
inline void use_reading_options(const CLI::App& app) {
    if (!(reading.patience > 0 && reading.patience <= 1e6))
        throw UsageError("--patience", "must be > 0 s and at most 1e6 s, got " + number_text(reading.patience));
    set_patience(reading.patience);
    const bool is_board = !app.get_subcommands().empty() && app.get_subcommands().front()->get_name() == "board";
    if (reading.require_jail || (is_board && !reading.allow_open_jail)) require_jail();
}

// A heading of a program's help and the commands below it; headings and commands appear in the order in which the
// program adds its commands.
using CommandHeadings = std::vector<std::pair<const char*, std::vector<const char*>>>;

inline void add_headings(CLI::App& app, const CommandHeadings& headings) {
    for (const auto& [heading, commands] : headings)
        for (const char* command : commands) app.get_subcommand(command)->group(heading);
}

// Values of options in words of the reader. An argument is named by its place, so that a text needs no word.
inline void name_values(CLI::App& command) {
    for (CLI::Option* option : command.get_options({})) {
        if (option->get_type_size() == 0) continue;
        const std::string type = option->get_type_name();
        if (option->nonpositional()) option->type_name(option_word(option->get_single_name(), type));
        else if (type == "TEXT") option->type_name("");
    }
}

// What every command has: --quiet, --patience and --require-jail, and --json with the same two meanings wherever there
// is one.
inline void add_common_options(CLI::App& app) {
    for (CLI::App* command : app.get_subcommands({})) {
        add_common_options(*command);
        if (app.get_parent()) command->group("Commands");
        if (!command->get_subcommands({}).empty()) continue;
        if (!command->get_option_no_throw("--quiet"))
            command->add_flag(
                "-q,--quiet", quiet,
                "print no progress and no summary of what was written: results, differences, errors alone");
        add_reading_options(*command);
        name_values(*command);
    }
}

// "help", "help generate", "help graph chain". parse_arguments() answers it, CLI11 never does.
inline void add_help_command(CLI::App& app) {
    CLI::App* help = app.add_subcommand("help", "explain a command and its options")->group("Help");
    help->footer("\nExamples:\n  " + app.get_name() + " help\n  " + app.get_name() + " help " +
                 app.get_subcommands({}).front()->get_name());
}

// The same with "--help" behind the command in place of "help" before it.
inline std::vector<const char*> without_help_command(int argc, const char* const* argv) {
    std::vector<const char*> arguments(argv, argv + argc);
    if (argc < 2 || std::string(argv[1]) != "help") return arguments;
    if (argc == 2 || !std::string(argv[2]).starts_with('-')) arguments.erase(arguments.begin() + 1);
    arguments.push_back("--help");
    return arguments;
}

// The commands of each program, by which the other one knows whose a command is.
inline const std::vector<std::pair<std::string, std::vector<std::string>>> commands_of_programs{
    {"cchnn-gen", {"generate", "suite",   "corpus", "stream", "serve",   "environments", "observe",
                   "merge",    "convert", "graph",  "import", "list",    "show",         "info",
                   "lyapunov", "check",   "verify", "audit",  "rollout", "export",       "challenge"}},
    {"cchnn-eval", {"template", "check", "diff", "score", "compare", "suite", "gate", "board"}}};

// What is said of a command that a program does not have: that it is an option, the other program's, or the nearest.
inline std::string instead_of_command(const std::string& program, const std::string& name,
                                      const std::vector<std::string>& commands) {
    if (name == "version") return ", did you mean '--version'?";
    if (nearest_name(name, commands).empty())
        for (const auto& [other, theirs] : commands_of_programs)
            if (const std::string nearest = nearest_name(name, theirs); other != program && !nearest.empty())
                return ", did you mean '" + other + " " + nearest + "'?";
    return suggestion(name, commands);
}

// A mistyped command first: CLI11 would only say that an argument was not expected.
inline void check_command_name(const CLI::App& app, int argc, const char* const* argv) {
    if (argc < 2) {
        const std::string program = app.get_parent() ? app.get_parent()->get_name() + " " : "";
        throw UsageError("", "no command given; try " + program + app.get_name() + " --help");
    }
    const std::string name = argv[1];
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands({})) {
        commands.push_back(command->get_name());
        if (command->get_name() == name && !command->get_subcommands({}).empty())
            return check_command_name(*command, argc - 1, argv + 1);
    }
    std::vector<std::string> options{"--help", "-h"};
    if (!app.get_parent()) options.insert(options.end(), {"--version", "-V"});
    if (name.starts_with('-') && std::find(options.begin(), options.end(), name) == options.end())
        throw UsageError("", "unknown option '" + name + "'" + suggestion(name, options));
    if (name.empty() || (name.front() != '-' && std::find(commands.begin(), commands.end(), name) == commands.end()))
        throw UsageError("", "unknown command '" + name + "'" +
                                 (app.get_parent() ? suggestion(name, commands)
                                                   : instead_of_command(app.get_name(), name, commands)));
}

// What CLI11 could not place, with the nearest option of the command.
inline std::vector<Problem> unexpected_arguments(const CLI::App& app) {
    std::vector<std::string> known;
    for (const CLI::App* command = &app; !command->get_subcommands().empty();) {
        command = command->get_subcommands().front();
        for (const CLI::Option* option : command->get_options())
            for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    std::vector<Problem> problems;
    for (const std::string& extra : app.remaining(true)) {
        if (std::find(known.begin(), known.end(), extra) != known.end()) {
            problems.push_back({extra, "is behind '--', where nothing is an option; move it to before '--'"});
            continue;
        }
        const std::string nearest = nearest_name(extra.substr(0, extra.find('=')), known);
        problems.push_back({"", (extra.starts_with('-') ? "unknown option '" : "unknown argument '") + extra + "'" +
                                    (nearest.empty() ? "" : ", did you mean '" + nearest + "'?")});
    }
    return problems;
}

// CLI11 says "Could not convert: --train = ten".
inline Problem wrong_number(const CLI::App& app, const std::string& message) {
    const std::string begin = "Could not convert: ";
    const std::size_t middle = message.find(" = ");
    if (!message.starts_with(begin) || middle == std::string::npos) return {"", message};
    const std::string option = message.substr(begin.size(), middle - begin.size()), value = message.substr(middle + 3);
    const CLI::App* command = &app;
    while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
    const CLI::Option* known = command->get_option_no_throw(option);
    const bool is_whole = known && known->get_type_name() == whole_number_word;
    const bool digits = value.find_first_not_of("0123456789") == std::string::npos;
    const std::string rule = digits ? "is too large" : is_whole ? "must be a whole number" : "must be a number";
    return {option, rule + ", got '" + value + "'"};
}

// CLI11 says "--at: At Most 1 required but received 2", "--at: 1 required TEXT missing", "--from excludes --states".
inline Problem in_our_words(const std::string& message) {
    const std::size_t end = std::min(message.find_first_of(": "), message.size());
    const std::string option = message.substr(0, end), rest = message.substr(end);
    if (!option.starts_with('-')) return {"", message};
    if (rest.starts_with(": At Most 1 required but received "))
        return {option, "may be given once, and was given " + rest.substr(rest.rfind(' ') + 1) + " times"};
    if (rest.starts_with(": ") && rest.ends_with(" missing"))
        return {option, option == "--json" ? "needs a file to write, or - for standard output" : "needs a value"};
    for (const auto& [theirs, ours] : {std::pair{" excludes ", "cannot be combined with "}, {" requires ", "needs "}})
        if (rest.starts_with(theirs)) return {option, ours + rest.substr(std::string(theirs).size())};
    return {"", message};
}

// "--states $UNSET" would be as if it were not there.
inline void refuse_empty_values(const CLI::App& app) {
    const CLI::App* command = &app;
    while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
    std::vector<Problem> problems;
    for (const CLI::Option* option : command->get_options())
        for (const std::string& value : option->results())
            if (value.empty() && option->get_items_expected_max() > 0)
                problems.push_back({option->get_name(), "is empty; give it a value, or remove it"});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

// False when --help or --version was asked for and printed. Throws UsageError.
inline bool parse_arguments(CLI::App& app, int argc, const char* const* argv) {
    const std::vector<const char*> arguments = without_help_command(argc, argv);
    const int count = static_cast<int>(arguments.size());
    check_command_name(app, count, arguments.data());
    try {
        app.parse(count, arguments.data());
    } catch (const CLI::CallForHelp&) {
        std::cout << (has_colours(STDOUT_FILENO) ? coloured_help(app.help()) : app.help());
        return false;
    } catch (const CLI::Success& asked) {
        app.exit(asked);
        return false;
    } catch (const CLI::ExtrasError&) {
        throw UsageError(unexpected_arguments(app));
    } catch (const CLI::ConversionError& error) {
        throw UsageError({wrong_number(app, error.what())});
    } catch (const CLI::ParseError& error) {
        // "--jsn out.json" takes the name of a file from what is then missing: what is unknown is told first.
        std::vector<Problem> problems = unexpected_arguments(app);
        std::erase_if(problems, [](const Problem& p) { return !p.what.starts_with("unknown option"); });
        if (problems.empty()) problems.push_back(in_our_words(error.what()));
        throw UsageError(std::move(problems));
    }
    refuse_empty_values(app);
    use_reading_options(app);
    return true;
}

}  // namespace cchnn
