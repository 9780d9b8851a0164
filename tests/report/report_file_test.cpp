#include "report/report_file.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "report/commands/command_report.hpp"
#include "report/example_scores.hpp"
#include "report/figures/figures.hpp"
#include "report/json_report.hpp"
#include "report/page/html_report.hpp"
#include "report/tables/audit_report.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/file_reports.hpp"
#include "report/tables/latex_report.hpp"
#include "report/tables/table_reports.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

constexpr ReportFormat formats[] = {ReportFormat::json,  ReportFormat::csv,    ReportFormat::markdown,
                                    ReportFormat::html,  ReportFormat::figure, ReportFormat::picture,
                                    ReportFormat::latex, ReportFormat::bibtex};

Comparison example_comparison() {
    Comparison comparison;
    comparison.systems = {example_scores()};
    Scores& scores = comparison.systems[0];
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics},
                     {"bad", {1}, false, scores.submissions[1].metrics}};
    comparison.remarks = {"left out, because no submission answers them: gyroscope"};
    return comparison;
}

// Every report that there is, as it is written.
std::vector<std::pair<ReportFormat, std::string>> all_reports() {
    const Scores scores = example_scores();
    std::vector<std::pair<ReportFormat, std::string>> all{
        {ReportFormat::json, json_report(scores)},
        {ReportFormat::json, command_json({"cchnn-eval report", ""}, 4, {{"a.h5", "bad"}})},
        {ReportFormat::json, json_comparison(example_comparison())},
        {ReportFormat::json, difference_json({}, "a", "b", {})},
        {ReportFormat::json, audit_json({})},
        {ReportFormat::json, verification_json({})},
        {ReportFormat::csv, csv_report({scores})},
        {ReportFormat::markdown, markdown_report(scores)},
        {ReportFormat::markdown, comparison_markdown(example_comparison())},
        {ReportFormat::html, html_report(scores)},
        {ReportFormat::latex, with_mark(latex_report(scores), ReportFormat::latex)},
        {ReportFormat::latex, with_mark(comparison_latex(example_comparison()), ReportFormat::latex)},
        {ReportFormat::bibtex, with_mark(citation({scores}), ReportFormat::bibtex)}};
    for (const Figure& figure : figures_of(scores, std::nullopt, Units{})) {
        all.emplace_back(ReportFormat::figure, with_figure_mark(figure_csv(figure)));
        all.emplace_back(ReportFormat::picture, figure_svg(figure, {}));
    }
    return all;
}

ReportFile json_at(const fs::path& path) { return {"--json", path.string(), ReportFormat::json}; }

const std::string report = R"({"format": "cchnn-eval report", "format_version": 1})";

}  // namespace

TEST_CASE("every report is known as one of its own format, and of no other") {
    for (const auto& report_of_format : all_reports())
        for (const ReportFormat other : formats)
            CHECK_MESSAGE(is_report(report_of_format.second, other) == (other == report_of_format.first),
                          report_of_format.second.substr(0, 200));
}

TEST_CASE("what others wrote is no report, whatever it begins with") {
    const Scores scores = example_scores();
    const std::string markdown = markdown_report(scores),
                      figure = with_figure_mark(figure_csv(figures_of(scores, std::nullopt, Units{})[0]));
    for (const std::string& text :
         {std::string("{}"), std::string(R"({"format_version": 1, "tool_version": "0.1.0"})"),
          std::string(R"({"max": {"relative_error": 1}})"), std::string(R"({"format": "other"})"),
          std::string("label,path\n"), std::string("## Thesis\n"), std::string("<!DOCTYPE html><p>mine</p>"),
          std::string("set terminal svg\n"), std::string("<svg></svg>"), std::string("\x89HDF\r\n\x1a\n"),
          with_mark(latex_report(scores), ReportFormat::latex) + "% mine", latex_report(scores), citation({scores}),
          markdown + "\nWhat I think of it.\n", "# Mine\n\n" + markdown, figure + "mine,0,0,,\n"})
        for (const ReportFormat format : formats) CHECK_FALSE_MESSAGE(is_report(text, format), text.substr(0, 80));
}

TEST_CASE("a report is written to a new file, an empty one and over a report, other files need --force") {
    const ScratchDirectory scratch;
    for (const char* text : {"", report.c_str()}) {
        write_text(scratch / "a.json", text);
        write_report(json_at(scratch / "a.json"), "new", {});
        CHECK(bytes_of(scratch / "a.json") == "new");
    }
    CHECK(complaint([&] { write_report(json_at(scratch / "a.json"), "x", {}); }) ==
          "io: " + (scratch / "a.json").string() +
              ": exists already and is not a JSON report of this program; give --force to replace it");
    CHECK(bytes_of(scratch / "a.json") == "new");
    write_report(json_at(scratch / "a.json"), "x", {{}, true});
    CHECK(bytes_of(scratch / "a.json") == "x");
    CHECK(names_in(scratch.path()) == std::vector<std::string>{"a.json"});  // no temporary name is left
    write_report(json_at(""), "x", {});
}

TEST_CASE("two runs that write the same reports at once both end well, and leave all those of one") {
    const ScratchDirectory scratch;
    const fs::path csv = scratch / "a.csv", json = scratch / "a.json";
    for (int round = 0; round < 10; ++round) {
        fs::remove(csv);
        fs::remove(json);
        std::vector<pid_t> runs;
        for (const std::string own : {"1", "2"}) {
            runs.push_back(::fork());
            if (runs.back() != 0) continue;
            try {
                write_report(json_at(json), report + own, {});  // that it has not ended
                write_report({"--csv", csv.string(), ReportFormat::csv}, "label,path,system,metric,unit,mean,\n" + own,
                             {});
                ::usleep(own == "1" ? 20000 : 1000);
                write_report(json_at(json), report + own, {});
                ::_exit(0);
            } catch (const std::exception&) {
                ::_exit(1);
            }
        }
        for (const pid_t run : runs) {
            int status = 0;
            ::waitpid(run, &status, 0);
            CHECK(status == 0);
        }
        CHECK(bytes_of(csv).back() == bytes_of(json).back());
    }
}

TEST_CASE("data is replaced by no report, forced or not: datasets, archives, journals and locks") {
    const ScratchDirectory scratch;
    const std::vector<std::pair<const char*, std::string>> data{
        {"test.h5", "\x89HDF\r\n\x1a\n and more"},
        {"a.npz", "PK\x03\x04..."},
        {"train.journal", "anything"},
        {"manifest.json", "{}"},
        {"suite.lock.json", "{\n \"format\": \"cchnn suite lock\",\n"}};
    for (const auto& [file, text] : data) {
        const std::string name = file;
        write_text(scratch / name, text);
        for (const bool force : {false, true})
            CHECK(contains_text(complaint([&] {
                                    write_report(json_at(scratch / name), "x", {{}, force});
                                }),
                                "contains data, which a report never replaces"));
        CHECK(bytes_of(scratch / name) == text);
    }
}

TEST_CASE("an input is never overwritten, under no name and not with --force") {
    const ScratchDirectory scratch;
    write_text(scratch / "test.h5", report);
    fs::create_symlink("test.h5", scratch / "link");
    fs::create_hard_link(scratch / "test.h5", scratch / "second");
    for (const char* name : {"test.h5", "link", "second"})
        for (const bool force : {false, true})
            CHECK(complaint([&] {
                      write_report(json_at(scratch / name), "x", {{scratch / "test.h5"}, force});
                  }).starts_with("usage: "));
    CHECK(bytes_of(scratch / "test.h5") == report);
}

TEST_CASE("through a link to a report the report is replaced and the link stays") {
    const ScratchDirectory scratch;
    write_text(scratch / "a.json", report);
    fs::create_symlink("a.json", scratch / "link");
    write_report(json_at(scratch / "link"), "new", {});
    CHECK(fs::is_symlink(scratch / "link"));
    CHECK(bytes_of(scratch / "a.json") == "new");
    fs::create_symlink("nowhere", scratch / "dangling");
    CHECK(contains_text(complaint([&] {
                            write_report(json_at(scratch / "dangling"), "x", {{}, true});
                        }),
                        "is a broken symbolic link"));
}

TEST_CASE("pipes and devices are written to and stay what they are, directories and sockets of the disk are refused") {
    const ScratchDirectory scratch;
    REQUIRE(mkfifo((scratch / "pipe").c_str(), 0600) == 0);
    const std::string text(1 << 20, 'x');  // more than a pipe holds
    std::string read;
    std::thread reader([&] { read = bytes_of(scratch / "pipe"); });
    write_report(json_at(scratch / "pipe"), text, {});
    reader.join();
    CHECK((read == text));
    CHECK(fs::is_fifo(scratch / "pipe"));
    // Links, so that a mistake made as root replaces a link and not the machine's device.
    for (const char* device : {"null", "full"}) fs::create_symlink(std::string("/dev/") + device, scratch / device);
    write_report(json_at(scratch / "null"), "x", {{}, true});
    CHECK(complaint([&] { write_report(json_at(scratch / "full"), "x", {}); }) ==
          "io: " + (scratch / "full").string() + ": cannot be written: No space left on device");
    for (const char* device : {"null", "full"}) CHECK(fs::is_symlink(scratch / device));
    CHECK(complaint([&] {
              write_report(json_at(scratch.path()), "x", {{}, true});
          }) == "io: " + scratch.path().string() + ": cannot be created: it is a directory");
    CHECK(complaint([&] { write_report(json_at(scratch / "none/a.json"), "x", {}); }) ==
          "io: " + (scratch / "none/a.json").string() + ": cannot be created: " + (scratch / "none").string() +
              " is not a directory");
    CHECK_FALSE(fs::exists(scratch / "none"));
}

TEST_CASE("before the work every place is looked at, and two reports cannot share one") {
    const ScratchDirectory scratch;
    write_text(scratch / "mine.csv", "precious");
    const auto csv_at = [&](const char* name) {
        return ReportFile{"--csv", (scratch / name).string(), ReportFormat::csv};
    };
    CHECK_NOTHROW(require_places({json_at(scratch / "a"), csv_at("b"), json_at(""), json_at("-")}, {}));
    const std::string both = complaint([&] { require_places({json_at(scratch / "none/a"), csv_at("mine.csv")}, {}); });
    CHECK(contains_text(both, "none is not a directory"));
    CHECK(contains_text(both, "mine.csv: exists already and is not a CSV report"));
    CHECK(complaint([&] {
              require_places({json_at(scratch / "a"), csv_at("./a")}, {});
          }) == "usage: --csv: names the same file as --json, " + (scratch / "./a").string());
    fs::create_symlink("/dev/null", scratch / "null");
    CHECK_NOTHROW(require_places({json_at(scratch / "null"), csv_at("null")}, {}));
    CHECK_FALSE(fs::exists(scratch / "a"));
}

TEST_CASE("figures replace those of an earlier run, not numbers that were edited nor pictures of others") {
    const ScratchDirectory scratch;
    const std::vector<Figure> figures = figures_of(example_scores(), std::nullopt, Units{});
    const std::vector<std::string> failures = write_figures(figures, scratch.path(), {});
    CHECK(write_figures(figures, scratch.path(), {}) == failures);
    const fs::path numbers = scratch / "trajectory.csv", picture = scratch / "error_distribution.svg";
    const std::string edited = bytes_of(numbers) + "mine,0,0,,\n";
    write_text(numbers, edited);
    write_text(picture, "<svg>drawn by hand</svg>");
    const std::string text = complaint([&] { write_figures(figures, scratch.path(), {}); });
    CHECK(contains_text(text, "trajectory.csv: exists already and is not a figure report of this program"));
    CHECK(contains_text(text, "error_distribution.svg: exists already and is not a SVG report of this program"));
    CHECK(bytes_of(numbers) == edited);
    CHECK(bytes_of(picture) == "<svg>drawn by hand</svg>");
    CHECK(write_figures(figures, scratch.path(), {{}, true}) == failures);
    CHECK(is_report(bytes_of(numbers), ReportFormat::figure));
}

TEST_CASE("a picture that is a link to an input stays one, and so does the input") {
    const ScratchDirectory scratch;
    write_text(scratch / "test.h5", "data");
    fs::create_directory(scratch / "pictures");
    fs::create_symlink("../test.h5", scratch / "pictures/trajectory.svg");
    CHECK(complaint([&] {
              write_figures(figures_of(example_scores(), std::nullopt, Units{}), scratch / "pictures",
                            {{scratch / "test.h5"}, true});
          }).starts_with("usage: "));
    CHECK(bytes_of(scratch / "test.h5") == "data");
    CHECK(names_in(scratch / "pictures") == std::vector<std::string>{"trajectory.svg"});
}

TEST_CASE("a report takes the place of no other output of its command, whether that is there already or not") {
    const ScratchDirectory scratch;
    const ReportFile mine{"--json", (scratch / "a.h5").string(), ReportFormat::json};
    const auto refused = [&](const fs::path& output) {
        return complaint([&] { require_places({mine}, {{}, true, {output}}); });
    };
    CHECK(refused(scratch / "./a.h5") ==
          "usage: --json: names " + mine.path + ", which this command also writes; choose another name");
    CHECK(refused(scratch / "b.h5") == "");
    write_text(scratch / "a.h5", "");
    CHECK(refused(scratch / "a.h5") != "");
}

TEST_CASE("a place is free where there is nothing to lose, or a report, streams, devices and data are not") {
    const ScratchDirectory scratch;
    const auto is_free = [](const fs::path& path) {
        return is_free_place({"--json", path.string(), ReportFormat::json});
    };
    write_text(scratch / "empty.json", "");
    write_text(scratch / "report.json", command_json({"cchnn-gen list", "groups"}, 0, {}));
    write_text(scratch / "mine.json", "{}");
    for (const char* name : {"new.json", "empty.json", "report.json"}) CHECK_MESSAGE(is_free(scratch / name), name);
    for (const fs::path& path :
         {scratch / "mine.json", scratch.path(), fs::path("-"), fs::path("/dev/null"), fs::path()})
        CHECK_MESSAGE(!is_free(path), path);
}
