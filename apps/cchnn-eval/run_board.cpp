#include <algorithm>
#include <cstdio>
#include <iostream>

#include "../command_json.hpp"
#include "../files_below.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/paths/given_directory.hpp"
#include "core/paths/input_files.hpp"
#include "core/paths/read_file.hpp"
#include "files/atomic_file.hpp"
#include "report/page/html_board.hpp"
#include "report/tables/board_report.hpp"
#include "report/tables/text_table.hpp"
#include "stories/generate/described_system.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// For a program that fetches: digest, address and the file's place, a line each.
void list_missing(const BoardOptions& options) {
    for (const MissingAnswer& one : missing_answers(read_board(options.directory), options.directory))
        std::cout << one.sha256 << "  " << printable(one.address) << "  " << one.place.string() << '\n';
}

// Everything a board is made of, but its site.
std::vector<fs::path> inputs_of(const BoardOptions& options, const fs::path& site) {
    std::vector<fs::path> files{fs::path(options.directory) / "board.json"};
    for (const fs::path& below : {fs::path(options.directory) / "entries", fs::path(options.directory) / "fetched",
                                  options.data.empty() ? fs::path(options.directory) / "data" : fs::path(options.data)})
        for (const fs::path& file : files_below(below, 5))
            if (fs::is_regular_file(file) && !file.string().starts_with(site.string() + "/")) files.push_back(file);
    return files;
}

bool is_inside(const fs::path& path, const fs::path& directory) {
    const fs::path inner = place_of(path), outer = place_of(directory);
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

// A directory from which the board is read and in which the site would be, so that the next run would read the site
// too. With --data, which may name any directory, only those of test sets count there.
fs::path read_around(const BoardOptions& options, const fs::path& site) {
    const fs::path board = options.directory;
    std::vector<fs::path> read{board / "entries", board / "fetched", board / "data"};
    for (const fs::path& below : files_below(options.data.empty() ? board / "data" : fs::path(options.data), 0))
        if (fs::exists(below / "test.h5")) read.push_back(below);
    for (const fs::path& directory : read)
        if (is_inside(site, directory)) return directory;
    return {};
}

// Problems of symbolic links, which others may have put into a board, in place of its pages.
std::vector<Problem> links_in(const BoardOptions& options, const fs::path& site) {
    std::vector<fs::path> written{site / "index.html", site / "history.html", site / "scores.csv", site / "board.json"};
    if (options.site.empty()) written.push_back(site);
    for (const fs::path& folder : {site / "systems", site / "models"}) {
        written.push_back(folder);
        for (const fs::path& page : files_below(folder, 0)) written.push_back(page);
    }
    std::vector<Problem> problems;
    for (const fs::path& path : written)
        if (fs::is_symlink(path))
            problems.push_back(
                {path.string(), "is a symbolic link, and pages are not written through links; remove it"});
    return problems;
}

void require_site(const BoardOptions& options, const fs::path& site) {
    if (const fs::path read = read_around(options, site); !read.empty())
        throw UsageError("--output", "names " + site.string() + ", in " + read.string() +
                                         ", which this command reads; choose another directory");
    if (std::vector<Problem> problems = links_in(options, site); !problems.empty()) throw IoError(std::move(problems));
}

// The lock, the JSON of the site, and pages and tables of the site that --json may name.
std::vector<fs::path> outputs_of(const BoardOptions& options, const fs::path& site) {
    std::vector<fs::path> outputs{fs::path(options.directory) / "board.lock.json", site / "board.json"};
    for (const char* folder : {"", "systems", "models"})
        if (const fs::path json = options.json; json.extension() == ".html" || json.extension() == ".csv")
            outputs.push_back(site / folder / json.filename());
    return outputs;
}

ReportFormat format_of(const std::string& path) {
    return path.ends_with(".html")  ? ReportFormat::html
           : path.ends_with(".csv") ? ReportFormat::csv
                                    : ReportFormat::json;
}

// Pages of entries and systems that are gone, if they are ours.
void remove_stale(const fs::path& site, const std::map<std::string, std::string>& written) {
    for (const std::string folder : {"systems", "models"})
        for (const fs::directory_entry& entry : fs::directory_iterator(site / folder)) {
            const std::string name = folder + "/" + entry.path().filename().string();
            if (!name.ends_with(".html") || written.contains(name) || entry.is_symlink() || !entry.is_regular_file())
                continue;
            if (is_report(read_file(entry.path(), "a page"), ReportFormat::html)) fs::remove(entry.path());
        }
}

void write_site(const fs::path& site, const std::map<std::string, std::string>& pages, const OutputRule& rule) {
    for (const char* folder : {"systems", "models"}) make_directories(site / folder);
    std::vector<ReportFile> reports;
    for (const auto& [path, text] : pages) reports.push_back({path, site / path, format_of(path)});
    require_places(reports, rule);
    for (const ReportFile& report : reports) write_report(report, pages.at(report.flag), rule);
    remove_stale(site, pages);
}

void write_lock(const BoardOptions& options, const BoardScores& scores) {
    const fs::path file = fs::path(options.directory) / "board.lock.json";
    const std::string text = board_lock_json(scores.lock);
    if (!fs::exists(file) || read_file(file, "a board.lock.json") != text) write_file_atomically(file, text, true);
}

}  // namespace

ExitCode run(const BoardOptions& options) {
    if (options.missing) {
        list_missing(options);
        return ExitCode::ok;
    }
    const fs::path site = options.site.empty() ? fs::path(options.directory) / "site" : fs::path(options.site);
    require_site(options, site);
    OutputRule rule{inputs_of(options, site), options.force};
    const std::vector<ReportFile> reports{{"--json", options.json, ReportFormat::json}};
    rule.outputs = outputs_of(options, site);
    std::string json;
    return with_reports(reports, rule, json, [&] {
        const BoardScores scores = [&] {
            const Progress progress("board", "reading and scoring");
            return evaluate_board({options.directory, options.data, options.renew, options.threads});
        }();
        json = board_json(scores);
        std::vector<DescribedSystem> described;
        const fs::path data = options.data.empty() ? fs::path(options.directory) / "data" : fs::path(options.data);
        for (const Scores& one : scores.systems)
            described.push_back(described_test_set(data / one.truth.system / "test.h5", one.shown.id));
        write_site(site, board_site(scores, described), {rule.inputs, rule.force});
        write_lock(options, scores);
        if (!is_standard_output(options.json)) tell(board_text(scores, output_width()));
        return ExitCode::ok;
    });
}

}  // namespace cchnn
