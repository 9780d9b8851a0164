#include <unistd.h>

#include <algorithm>
#include <array>

#include "../command_json.hpp"
#include "../tell.hpp"
#include "builtin_facts.hpp"
#include "commands.hpp"
#include "core/printable.hpp"
#include "elements/parts/reading/wording.hpp"
#include "report/commands/listed_systems.hpp"
#include "report/tables/text_table.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

// "name  d  bodies ... title", the title broken in its column on a narrow terminal. Columns are as far to the right as
// the longest name of the group asks for there; else groups have the same ones.
class Lines {
  public:
    explicit Lines(const std::vector<std::string>& names) : width_(terminal_width(STDOUT_FILENO)) {
        constexpr std::size_t all_names = 36, widest_line = 110;
        if (width_ == 0 || width_ >= widest_line) name_width_ = all_names;
        else
            for (const std::string& name : names) name_width_ = std::max(name_width_, name.size());
    }
    void heading() const { print({"name", "d", "bodies", "constraints", "dof", "title"}); }
    void print(const std::string& name, const std::string& facts) const {
        const auto [dimension, bodies, constraints, freedom, title] = listed_cells(facts);
        print({name, dimension, bodies, constraints, freedom, printable(title)});
    }

  private:
    void print(const std::array<std::string, 6>& cells) const {
        constexpr std::array<std::size_t, 4> widths{3, 6, 11, 4};
        std::string line = left_aligned(cells[0], name_width_);
        for (std::size_t i = 0; i < widths.size(); ++i)
            line += std::string(widths[i] + 1 - std::min(widths[i], cells[i + 1].size()), ' ') + cells[i + 1];
        line += "  ";
        tell(width_ == 0 ? line + cells.back() + "\n" : wrapped(line + cells.back(), line.size(), width_));
    }
    std::size_t width_, name_width_ = 0;
};

// `group` is "" for the systems of systems/ itself.
void list_group(const std::string& group, const char* what, bool silent, CommandReport& command_report) {
    std::vector<std::string> names;
    for (const std::string& name : builtin_system_names())
        if (builtin_system_group(name) == group) names.push_back(name);
    const Lines lines(names);
    if (!silent && !group.empty()) tell_of("\n%s: %s\n", group.c_str(), what);
    if (!silent && group.empty()) lines.heading();
    ListedGroup listed{group.empty() ? "all" : group, what};
    for (const std::string& name : names) {
        const std::string& facts = builtin_facts().at(name);
        listed.systems.push_back(facts);
        if (!silent) lines.print(name, facts);
    }
    command_report.items.push_back(group_json(listed));
}

}  // namespace

ExitCode run(const ListOptions& options) {
    return with_json({"cchnn-gen list", "groups"}, options.json, {{}, options.force}, [&](auto& command_report) {
        const bool silent = is_standard_output(options.json);
        list_group("", "systems of the paper and others", silent, command_report);
        list_group("benchmarks", "problems with printed or exact answers", silent, command_report);
        list_group("peers", "systems of other data sets, with their distributions of initial states", silent,
                   command_report);
        list_group("surfaces", "beads on surfaces, blades, and wheels that lean", silent, command_report);
        list_group("lagrangians", "kinetic and potential energy in coordinates", silent, command_report);
        return ExitCode::ok;
    });
}

}  // namespace cchnn
