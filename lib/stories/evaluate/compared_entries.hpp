#pragma once
// Who is compared: which files are training seeds of one method, and under which name an entry stands in all systems.
//
//   --group NAME=FILE,FILE,...   these files are training seeds of NAME
//   --submissions DIR            whose files all name the same model, or none: one method, its files training seeds.
//                                Where they name several models each file is an entry of its own
//   TEST:FILE                    each file is an entry of its own
//
// An entry with one file in each system keeps its model's name over all systems. The model's name in a file never joins
// it to a file of another directory or of the same system, because whoever submits a file chooses that text. Several
// files of one model in one system are distinguished by their file names. If these do not say which of them belong
// together over systems, the comparison is rejected and asks for --group. Reference rollouts and naive forecasts are
// never training seeds, and are entries of their own.

#include <filesystem>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "stories/evaluate/evaluate.hpp"

namespace cchnn {

// Directories of submissions, as compare and suites are given them.

// The names of the directories in a directory, or of everything else in it, sorted so that the order does not
// depend on the file system. compare() and evaluate_suite() look for submissions with it. Throws IoError.
std::vector<std::string> names_in(const std::filesystem::path& directory, bool directories);

// Whether a name ends as those of submissions do: .h5, .hdf5 or .npz.
bool is_submission(const std::string& name);

// Distinct names of entries in tables. Files choose the texts that name their models, so two entries may have
// the same.
struct NamedEntry {
    std::string key;  // what makes it an entry; several may share it
    std::string name;
    std::vector<std::string> places;  // what may stand beside the name: "net (mine)"
    bool chosen = false;              // somebody gave it this name, which stays
};

// Appends to equal names of different entries their places, one after the other, until the names differ. If they
// are still equal after the last place, a number is appended. Entries of one key always keep one common name; names
// with `chosen` never change.
void tell_apart(std::vector<NamedEntry>& entries);

struct CompareSystem {
    std::filesystem::path truth;
    std::vector<std::filesystem::path> submissions;
    std::filesystem::path view = {};  // also bounds of estimated parameters, from what it saw
    // Of each submission, the directory that was given for it; empty for pairs.
    std::vector<std::filesystem::path> directories = {};
};

struct EntryGroup {
    std::string name;
    std::vector<std::filesystem::path> files;
};

// "net=a/net0.h5,a/net1.h5"; what is wrong goes to `problems`.
void parse_group(const std::string& text, std::vector<EntryGroup>& groups, std::vector<Problem>& problems);

// For each system the entry of each submission and its label, "" where the name of the file is to be shown; remarks
// name directories of several models in which one has several files in a system. Throws UsageError: a file of a group
// that is not compared, or is in two, files of one name that nothing joins over systems.
std::vector<std::vector<SubmissionName>> compared_entries(const std::vector<CompareSystem>& systems,
                                                          const std::vector<EntryGroup>& groups,
                                                          std::vector<std::string>& remarks);

}  // namespace cchnn
