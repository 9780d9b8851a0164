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
    if (argc < 2) throw UsageError("", "no command given; try " + app.get_name() + " --help");
    const std::string name = argv[1];
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
    if (name.empty() || (name.front() != '-' && std::find(commands.begin(), commands.end(), name) == commands.end()))
        throw UsageError("", "unknown command '" + name + "'" + suggestion(name, commands));
}

// CLI11 names what it did not expect at the end of its message only.
inline std::string unknown_option_hint(const CLI::App& app, const CLI::ParseError& error) {
    if (!dynamic_cast<const CLI::ExtrasError*>(&error) || app.get_subcommands().empty()) return "";
    const std::string message = error.what(), after = message.substr(message.rfind(": ") + 2);
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_subcommands().front()->get_options())
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    const std::string nearest = nearest_name(after.substr(0, after.find(' ')), known);
    return nearest.empty() ? "" : ", did you mean '" + nearest + "'?";
}

// False when --help or --version was asked for and printed. Throws UsageError.
inline bool parse_arguments(CLI::App& app, int argc, const char* const* argv) {
    check_command_name(app, argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {
        app.exit(asked);
        return false;
    } catch (const CLI::ParseError& error) {
        throw UsageError("", std::string(error.what()) + unknown_option_hint(app, error));
    }
    return true;
}

}  // namespace cchnn
