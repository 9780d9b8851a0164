#include <algorithm>
#include <cstdio>

#include "commands.hpp"
#include "progress.hpp"
#include "report/json_report.hpp"
#include "report/tables/text_table.hpp"
#include "report/tables/verification_report.hpp"

namespace cchnn {
namespace {

Verification verify(const std::filesystem::path& target, VerifyOptions options) {
    Progress progress("verify " + target.filename().string());
    options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
    return std::filesystem::is_directory(target) ? verify_directory(target, options) : verify_lock(target, options);
}

}  // namespace

ExitCode run(const VerifyCommand& command) {
    std::vector<Verification> found;
    for (const std::filesystem::path& target : command.targets) {
        std::vector<std::filesystem::path> each{target};
        if (std::filesystem::is_directory(target)) each = dataset_directories({target});
        for (const std::filesystem::path& one : each) {
            found.push_back(verify(one, command.options));
            if (command.json != "-") std::fputs(verification_text({found.back()}, output_width()).c_str(), stdout);
        }
    }
    if (command.json == "-") std::fputs(verification_json(found).c_str(), stdout);
    else if (!command.json.empty()) write_text_file(command.json, verification_json(found));
    const bool passed = std::all_of(found.begin(), found.end(), [](const Verification& v) { return v.passed(); });
    return passed ? ExitCode::ok : ExitCode::gate_failed;
}

}  // namespace cchnn
