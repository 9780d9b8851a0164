
#include "../command_json.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/stop.hpp"
#include "report/tables/file_reports.hpp"
#include "report/tables/text_table.hpp"
#include "stories/exchange/file_info.hpp"

namespace cchnn {

ExitCode run(const InfoCommand& command) {
    const OutputRule rule{{command.files.begin(), command.files.end()}, command.force};
    std::vector<std::string> found;
    const auto text = [&](int code, const std::vector<Problem>& problems) {
        const std::string json = file_info_json(found);
        return problems.empty() ? json : with_end(json, code, problems, names_from(command.files, found.size()));
    };
    return with_json_text(command.json, rule, text, [&] {
        for (const std::string& file : command.files) {
            throw_if_stopped();
            found.push_back(file_info(file));
            if (!is_standard_output(command.json)) tell(file_info_text(found.back(), output_width()));
        }
        return ExitCode::ok;
    });
}

}  // namespace cchnn
