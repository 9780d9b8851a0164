#pragma once
// Where the reports of both programs may be written, by one rule:
//
//   -, or a name of standard output or standard error  that stream
//   a character device, a pipe                         written to
//   a file that the command reads                      never, under any name: device and inode decide
//   another output of the command                      never, whether it exists already or not
//   no file, or an empty one                           written, complete or not at all
//   data: HDF5, an archive, a journal, a lock          never: --force, which replaces datasets too, is not meant for it
//   a regular file that is a report of ours            replaced (a link to it stays)
//   another regular file                               needs --force
//   a directory, a block device, anything else         refused
//
// The rule protects what cannot be made again: a mistyped path must not replace data or the text of an author.
// Violations throw UsageError (an input, another output, two reports in one file) or IoError (the rest, and
// errors of the disk).

#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

enum class ReportFormat { json, csv, markdown, html, figure, picture, latex, bibtex, junit, pdf };

// One report that a command was asked for. `flag` is the option that names it, for messages; an empty path
// means that the report was not asked for.
struct ReportFile {
    std::string flag;  // "--json"
    std::string path;  // "": not asked for
    ReportFormat format;
};

// What else a command reads and writes, and whether --force was given: what the rule above depends on.
struct OutputRule {
    std::vector<std::filesystem::path> inputs;  // all that the command reads
    bool force = false;
    std::vector<std::filesystem::path> outputs{};  // what it writes besides its reports
};

// Whether a text, or the beginning of one, is a report that these programs wrote, and may therefore be
// replaced:
//   json      an object whose first key is "format", and names one of the two programs
//   csv       the heading of our tables
//   markdown  headings, a verdict, tables with their captions, remarks and a signature, and nothing else
//   html      a page whose footer says that one of the two programs wrote it
//   figure    the numbers of a picture: the first line is the digest of all others, so that an edited one is none
//   picture   one of the two programs says that it drew it
//   latex, bibtex  as data of a figure
//   junit     tests of cchnn-eval gate
//   pdf       a picture with our mark behind its end
bool is_report(const std::string& text, ReportFormat format);

// The text of a figure's numbers, of LaTeX or BibTeX, with the first line that is_report() looks for.
std::string with_mark(const std::string& text, ReportFormat format);
inline std::string with_figure_mark(const std::string& text) { return with_mark(text, ReportFormat::figure); }

inline constexpr const char* pdf_mark = "% Drawn by cchnn-eval";

// Whether a path means standard output: "-", or a name of the file, pipe or terminal that it is.
bool is_standard_output(const std::string& path);

// Whether a report may be written there without --force: there is no file, an empty one, or a report of ours.
// False for streams, devices and pipes, which hold nothing that could be replaced.
bool is_free_place(const ReportFile& report);

// Throws all that write_report() would throw, as far as it can be known before the work, which may take hours.
// All problems are thrown at once.
void require_places(const std::vector<ReportFile>& reports, const OutputRule& rule);

// Checks the rule again, since hours may have passed, and writes: a file complete or not at all, a stream or
// pipe as it goes.
void write_report(const ReportFile& report, const std::string& text, const OutputRule& rule);

// Makes way for a program that writes the file itself, rsvg-convert: refuses by the same rule, and removes what may
// be replaced.
void clear_place(const ReportFile& report, const OutputRule& rule);

}  // namespace cchnn
