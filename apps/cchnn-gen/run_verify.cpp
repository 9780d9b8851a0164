#include <algorithm>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/paths/given_directory.hpp"
#include "core/stop.hpp"
#include "dataset_inputs.hpp"
#include "report/json_report.hpp"
#include "report/report_file.hpp"
#include "report/tables/file_reports.hpp"
#include "report/tables/text_table.hpp"
#include "stories/corpus/verify_corpus.hpp"

namespace cchnn {
namespace {

Verification verify(const std::filesystem::path& target, VerifyOptions options, const std::filesystem::path& truth) {
    Progress progress("verify " + target.filename().string(), "digests");
    if (is_view_target(target)) return verify_view(target, truth);
    if (is_corpus_target(target)) {
        const auto done = [&](std::uint64_t now, std::uint64_t total) { progress(now, total); };
        return verify_corpus(target, {options.sample, options.seed, options.threads, done});
    }
    if (target.extension() == ".h5") require_directory(target);
    options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
    return std::filesystem::is_directory(target) ? verify_directory(target, options) : verify_lock(target, options);
}

// Directories of datasets, and lock files.
std::vector<std::filesystem::path> each_of(const std::vector<std::filesystem::path>& targets) {
    std::vector<std::filesystem::path> each;
    for (const std::filesystem::path& target : targets) {
        if (!std::filesystem::is_directory(target) || is_view_target(target) || is_corpus_target(target))
            each.push_back(target);
        else
            for (std::filesystem::path& one : dataset_directories({target})) each.push_back(std::move(one));
    }
    return each;
}

OutputRule rule_of(const VerifyCommand& command, const std::vector<std::filesystem::path>& each) {
    OutputRule rule{{command.options.lock}, command.force};
    rule.inputs.push_back(command.options.states);
    rule.inputs.push_back(command.options.inputs);
    if (std::filesystem::is_directory(command.truth))
        for (std::filesystem::path& file : files_in({command.truth})) rule.inputs.push_back(std::move(file));
    else rule.inputs.push_back(command.truth);
    if (command.options.system) rule.inputs.push_back(*command.options.system);
    for (const std::filesystem::path& one : each)
        if (!std::filesystem::is_directory(one)) rule.inputs.push_back(one);
        else
            for (std::filesystem::path& file : files_in({one})) rule.inputs.push_back(std::move(file));
    return rule;
}

}  // namespace

ExitCode run(const VerifyCommand& command) {
    const std::vector<std::filesystem::path> each = each_of(command.targets);
    std::vector<Verification> found;
    const auto text = [&](int code, const std::vector<Problem>& problems) {
        const std::string json = verification_json(found);
        return problems.empty() ? json : with_end(json, code, problems, names_from(each, found.size()));
    };
    return with_json_text(command.json, rule_of(command, each), text, [&] {
        for (const std::filesystem::path& one : each) {
            throw_if_stopped();
            found.push_back(verify(one, command.options, command.truth));
            if (!is_standard_output(command.json)) tell(verification_text({found.back()}, output_width()));
        }
        const bool passed = std::all_of(found.begin(), found.end(), [](const Verification& v) { return v.passed(); });
        return passed ? ExitCode::ok : ExitCode::gate_failed;
    });
}

}  // namespace cchnn
