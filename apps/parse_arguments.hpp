#pragma once
// What both option files do with CLI11: mistyped commands and options get a suggestion, every mistake is a UsageError.
// Included by the two options.cpp alone: CLI11 takes seconds to compile.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"

namespace cchnn {

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
    if (!app.get_parent()) options.push_back("--version");
    if (name.starts_with('-') && std::find(options.begin(), options.end(), name) == options.end())
        throw UsageError("", "unknown option '" + name + "'" + suggestion(name, options));
    if (name.empty() || (name.front() != '-' && std::find(commands.begin(), commands.end(), name) == commands.end()))
        throw UsageError("", "unknown command '" + name + "'" + suggestion(name, commands));
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
        const std::string nearest = nearest_name(extra.substr(0, extra.find('=')), known);
        problems.push_back({"", (extra.starts_with('-') ? "unknown option '" : "unexpected argument '") + extra + "'" +
                                    (nearest.empty() ? "" : ", did you mean '" + nearest + "'?")});
    }
    return problems;
}

// False when --help or --version was asked for and printed. Throws UsageError.
inline bool parse_arguments(CLI::App& app, int argc, const char* const* argv) {
    check_command_name(app, argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {
        app.exit(asked);
        return false;
    } catch (const CLI::ExtrasError&) {
        throw UsageError(unexpected_arguments(app));
    } catch (const CLI::ParseError& error) {
        throw UsageError("", error.what());
    }
    return true;
}

}  // namespace cchnn
