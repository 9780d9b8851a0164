#include "report/report_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <thread>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/paths/input_files.hpp"
#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"
#include "core/stop.hpp"
#include "core/text_pattern.hpp"
#include "files/atomic_file.hpp"
#include "files/descriptor.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t digest_length = 64;

const char* name(ReportFormat format) {
    switch (format) {
        case ReportFormat::json: return "JSON";
        case ReportFormat::csv: return "CSV";
        case ReportFormat::markdown: return "Markdown";
        case ReportFormat::html: return "HTML";
        case ReportFormat::figure: return "figure";
        case ReportFormat::picture: return "SVG";
        case ReportFormat::latex: return "LaTeX";
        case ReportFormat::bibtex: return "BibTeX";
        case ReportFormat::junit: return "JUnit";
        case ReportFormat::pdf: return "PDF";
    }
    return "";
}

// The beginning of the marked line: a comment in the language of the format. In BibTeX all text outside of
// entries is a comment.
std::string mark_of(ReportFormat format) {
    const std::string begin =
        format == ReportFormat::figure ? "# cchnn-eval" : std::string("% cchnn-eval ") + name(format);
    return begin + ", SHA-256 of what follows: ";
}

// Every line must have a form that markdown_report() and its relatives write, and one must be a signature; a
// document of an author has other lines.
bool is_markdown(const std::string& text) {
    if (!text.starts_with("## ")) return false;
    std::istringstream lines(text);
    bool is_signed = false;
    for (std::string line; std::getline(lines, line);) {
        const bool signature = line.starts_with("`cchnn|");
        is_signed = is_signed || signature;
        const bool ours = line.empty() || signature || line.starts_with("## ") || line.starts_with("### ") ||
                          line.starts_with("|") || line.starts_with("- ") || line.starts_with("**") ||
                          line.ends_with(":");
        if (!ours) return false;
    }
    return is_signed;
}

// Whether the text is as this program wrote it: its mark holds the SHA-256 of all that follows.
bool is_unedited(const std::string& text, ReportFormat format) {
    const std::size_t begin = mark_of(format).size() + digest_length + 1;
    return text.size() >= begin && text == with_mark(text.substr(begin), format);
}

// Follows links; nothing if there is no file.
std::optional<struct stat> status_of(const std::string& path) {
    struct stat status;
    if (::stat(path.c_str(), &status) == 0) return status;
    return std::nullopt;
}

// STDOUT_FILENO or STDERR_FILENO if the path names that stream, else 0. /dev/stdout and the file behind a
// redirection count, by device and inode.
int stream_of(const std::string& path) {
    if (path == "-") return STDOUT_FILENO;
    const auto named = status_of(path);
    for (const int fd : {STDOUT_FILENO, STDERR_FILENO})
        if (struct stat open_file; named && ::fstat(fd, &open_file) == 0 && named->st_dev == open_file.st_dev &&
                                   named->st_ino == open_file.st_ino)
            return fd;
    return 0;
}

// Whether a file may be replaced without asking.
bool holds_report(const std::string& path, const struct stat& status, ReportFormat format) {
    if (status.st_size == 0) return true;  // there is nothing to lose
    if (static_cast<std::uint64_t>(status.st_size) > most_text_bytes) return false;
    return is_report(read_file(path, "a report"), format);
}

// Whether a file holds data, of this program or of another: HDF5, an archive of NumPy, a journal, or JSON of a
// dataset, view, suite or round, which begins with the format "cchnn ...".
bool holds_data(const std::string& path) {
    static const TextPattern json("\\{\\s*\"format\"\\s*:\\s*\"cchnn [a-z ]+\"");
    std::ifstream file(path, std::ios::binary);
    std::string begin(200, '\0');
    file.read(begin.data(), begin.size());
    begin.resize(file.gcount());
    return begin.starts_with("\x89HDF\r\n") || begin.starts_with("PK\x03\x04") || path.ends_with(".journal") ||
           fs::path(path).filename() == "manifest.json" || fs::path(path).filename() == "job.json" ||
           json.begins(begin);
}

// Whether two paths mean one file, under different names or before it exists.
bool one_place(const fs::path& a, const fs::path& b) { return same_file(a, b) || place_of(a) == place_of(b); }

// A report must not have the place of another output of the command.
void refuse_outputs(const ReportFile& report, const std::vector<fs::path>& outputs) {
    for (const fs::path& output : outputs)
        if (!output.empty() && one_place(report.path, output))
            throw UsageError(report.flag,
                             "names " + report.path + ", which this command also writes; choose another name");
}

// The rule of the header for one report, in its order. A broken link is refused, since writing would create a
// file elsewhere.
void require_place(const ReportFile& report, const OutputRule& rule) {
    if (report.path.empty() || stream_of(report.path) > 0) return;
    refuse_inputs(report.path, rule.inputs);
    if (const auto there = status_of(report.path); !there || S_ISREG(there->st_mode))
        refuse_outputs(report, rule.outputs);
    const auto status = status_of(report.path);
    if (!status) {
        if (fs::is_symlink(report.path))
            throw IoError(report.path, "is a broken symbolic link; remove it, or choose another name");
        const fs::path directory = fs::path(report.path).parent_path();
        if (!directory.empty() && !fs::is_directory(directory))
            throw IoError(report.path, "cannot be created: " + directory.string() + " is not a directory");
        return;
    }
    if (S_ISCHR(status->st_mode) || S_ISFIFO(status->st_mode)) return;
    if (S_ISDIR(status->st_mode)) throw IoError(report.path, "cannot be created: it is a directory");
    if (!S_ISREG(status->st_mode)) throw IoError(report.path, "cannot be written: it is not a file, pipe or terminal");
    if (holds_data(report.path))
        throw IoError(report.path, "contains data, which a report never replaces, even with " + option("overwrite") +
                                       "; choose another name");
    if (!rule.force && !holds_report(report.path, *status, report.format))
        throw IoError(report.path, std::string("exists already and is not a ") + name(report.format) +
                                       " report of this program; give " + option("overwrite") + " to replace it");
}

// Reports that share a file or standard output: the second would replace the first, or be mixed with it.
std::vector<Problem> shared_places(const std::vector<ReportFile>& reports) {
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < reports.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const std::string &a = reports[j].path, &b = reports[i].path;
            if (a.empty() || b.empty()) continue;
            if (is_standard_output(a) && is_standard_output(b)) {
                problems.push_back({reports[i].flag, "is standard output, like " + reports[j].flag + "; name a file"});
                continue;
            }
            if (stream_of(a) > 0 || stream_of(b) > 0) continue;
            const auto status = status_of(b);
            if (status && !S_ISREG(status->st_mode)) continue;
            if (one_place(a, b))
                problems.push_back({reports[i].flag, "names the same file as " + reports[j].flag + ", " + b});
        }
    return problems;
}

// For pipes and devices, which are written as they are and never replaced.
void write_to_open_end(const std::string& path, const std::string& text) {
    const Descriptor fd(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
    if (fd < 0) fail_with_errno(path, "cannot be written");
    write_all(fd, text.data(), text.size(), path);
}

// Keeps the reports of two runs onto the same paths from mixing: from its first page on a run locks the directory of
// that page until it ends. JSON needs no lock, since it is written last, and at first to say that a run has not ended.
// A run that hangs is waited for no longer than 10 s; a directory that cannot be read or locked is used without.
void take_turn(const std::string& path) {
    static fs::path held;
    static std::optional<Descriptor> turn;
    const fs::path directory = fs::absolute(path).parent_path();
    if (directory == held) return;
    held = directory;
    turn.emplace(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    constexpr int most = 100;
    for (int i = 0; i < most && ::flock(*turn, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; ++i) {
        throw_if_stopped();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
}

}  // namespace

// Recognises a report by what only this program writes into that format. For formats that authors edit, the
// text must be unedited.
bool is_report(const std::string& text, ReportFormat format) {
    static const TextPattern json("\\{\\s*\"format\"\\s*:\\s*\"cchnn-(eval|gen) [a-z ]+\"");
    const auto holds = [&](const char* part) { return text.find(part) != std::string::npos; };
    switch (format) {
        case ReportFormat::json: return json.begins(text.substr(0, 200));
        case ReportFormat::csv: return text.starts_with("label,path,system,metric,unit,mean,");
        case ReportFormat::markdown: return is_markdown(text);
        case ReportFormat::html:
            return text.starts_with("<!DOCTYPE html>") &&
                   (holds("<footer>Written by cchnn-eval ") || holds("<footer>Written by cchnn-gen "));
        case ReportFormat::figure:
        case ReportFormat::latex:
        case ReportFormat::bibtex: return is_unedited(text, format);
        case ReportFormat::pdf: return text.starts_with("%PDF-") && text.ends_with(std::string(pdf_mark) + "\n");
        case ReportFormat::junit: return text.starts_with("<?xml ") && holds("\n<testsuites name=\"cchnn-eval gate\" ");
        case ReportFormat::picture:
            return holds("<desc>Produced by GNUPLOT ") || holds("<desc>Drawn by cchnn-gen ") ||
                   holds("<desc>Drawn by cchnn-eval ");
    }
    return false;
}

std::string with_mark(const std::string& text, ReportFormat format) {
    return mark_of(format) + sha256_of_text(text) + "\n" + text;
}

bool is_standard_output(const std::string& path) { return stream_of(path) == STDOUT_FILENO; }

// Whether a report can be written there without replacing anything else.
bool is_free_place(const ReportFile& report) {
    if (report.path.empty() || stream_of(report.path) > 0) return false;
    const auto status = status_of(report.path);
    return !status || (S_ISREG(status->st_mode) && holds_report(report.path, *status, report.format));
}

// Collects the problems of all reports. Misuse of options is reported before files in the way, because
// they have different exit codes.
void require_places(const std::vector<ReportFile>& reports, const OutputRule& rule) {
    std::vector<Problem> misused = shared_places(reports), in_the_way;
    for (const ReportFile& report : reports) {
        try {
            require_place(report, rule);
        } catch (const UsageError& error) {
            misused.insert(misused.end(), error.problems().begin(), error.problems().end());
        } catch (const IoError& error) {
            in_the_way.insert(in_the_way.end(), error.problems().begin(), error.problems().end());
        }
    }
    if (!misused.empty()) throw UsageError(std::move(misused));
    if (!in_the_way.empty()) throw IoError(std::move(in_the_way));
}

// A regular file is replaced as a whole, through a link at the file that it leads to.
void write_report(const ReportFile& report, const std::string& text, const OutputRule& rule) {
    if (report.path.empty()) return;
    require_place(report, rule);  // once more: hours may have passed
    if (const int stream = stream_of(report.path); stream > 0) {
        (stream == STDOUT_FILENO ? std::cout : std::cerr) << text;
        return;
    }
    if (report.format != ReportFormat::json) take_turn(report.path);
    auto status = status_of(report.path);
    if (!status) {
        try {
            return write_file_atomically(report.path, text, false);
        } catch (const IoError&) {
            status = status_of(report.path);
            if (!status) throw;
            require_place(report, rule);  // what came between may be a report of another run
        }
    }
    if (!S_ISREG(status->st_mode)) return write_to_open_end(report.path, text);
    write_file_atomically(fs::canonical(report.path), text, true);
}

// Removes the report of an earlier run, so that a file that is there afterwards is a new one (figures.cpp).
void clear_place(const ReportFile& report, const OutputRule& rule) {
    require_place(report, rule);
    if (const auto status = status_of(report.path);
        status && S_ISREG(status->st_mode) && ::unlink(report.path.c_str()) != 0)
        fail_with_errno(report.path, "cannot be replaced");
}

}  // namespace cchnn
