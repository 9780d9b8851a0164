#pragma once
// Where reports of both programs go, by one rule:
//
//   -, or a name of standard output or standard error  that stream
//   a device of characters, a pipe                     written to
//   a file that the command reads                      never, under whatever name: device and inode count
//   another output of the command                      never, whether it is there already or not
//   no file, or an empty one                           written, complete or not at all
//   data: HDF5, an archive, a journal, a lock          never: --force, which replaces datasets too, is not meant for it
//   a regular file that is a report of ours            replaced (a link to it stays)
//   another regular file                               needs --force
//   a directory, a device of blocks, anything else     refused
//
// Throws UsageError (an input, another output, two reports in one file), IoError (the rest, disk).

#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

enum class ReportFormat { json, csv, markdown, html, figure, picture, latex, bibtex };

// One output of a command.
struct ReportFile {
    std::string flag;  // "--json"
    std::string path;  // "": not asked for
    ReportFormat format;
};

struct OutputRule {
    std::vector<std::filesystem::path> inputs;  // all that the command reads
    bool force = false;
    std::vector<std::filesystem::path> outputs{};  // what it writes besides its reports
};

// Whether a text, or the beginning of one, is such a report as these programs write:
//   json      an object whose first key is "format", and names one of the two programs
//   csv       the heading of our tables
//   markdown  headings, a verdict, tables with their captions, remarks and a signature, and nothing else
//   html      a page whose footer says that one of the two programs wrote it
//   figure    data and script of a picture: their first line is the digest of all others, so one that was edited is none
//   picture   gnuplot or one of the two programs says that it drew it
//   latex, bibtex  as data of a figure
bool is_report(const std::string& text, ReportFormat format);

// The text of a figure's data or script, of LaTeX or BibTeX, with the line that is_report() looks for.
std::string with_mark(const std::string& text, ReportFormat format);
inline std::string with_figure_mark(const std::string& text) { return with_mark(text, ReportFormat::figure); }

// "-", or a name of the file, pipe or terminal that standard output is.
bool is_standard_output(const std::string& path);

// Whether a report may be written there without --force: no file, an empty one, or a report of ours. Not of streams,
// devices and pipes, which hold nothing.
bool is_free_place(const ReportFile& report);

// Throws what write_report() would, as far as it can be known before hours of work; all problems at once.
void require_places(const std::vector<ReportFile>& reports, const OutputRule& rule);

void write_report(const ReportFile& report, const std::string& text, const OutputRule& rule);

// Makes way for a program that writes the file itself, gnuplot: refuses by the same rule, and removes what may be
// replaced.
void clear_place(const ReportFile& report, const OutputRule& rule);

}  // namespace cchnn
