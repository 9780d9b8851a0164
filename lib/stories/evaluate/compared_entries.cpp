#include "stories/evaluate/compared_entries.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/system_reason.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "score/submission/submission.hpp"

namespace cchnn {
namespace {

// All names are decided from the state before this call, and changed together at the end.
void put_beside(std::size_t place, std::vector<NamedEntry>& entries) {
    std::vector<std::string> names;
    for (const NamedEntry& one : entries) {
        const bool shared = std::ranges::any_of(
            entries, [&](const NamedEntry& other) { return other.name == one.name && other.key != one.key; });
        const bool tells = !one.chosen && shared && place < one.places.size() && !one.places[place].empty() &&
                           one.places[place] != one.name;
        names.push_back(tells ? one.name + " (" + one.places[place] + ")" : one.name);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i].name = names[i];
}

namespace fs = std::filesystem;

// One submission file of a comparison, while it is found out to which entry it belongs. all_of() makes the
// list. Key and name are set by apply_groups(), then by compared_entries() from what methods_in() found, then by
// name_single_files(); each leaves alone what was set before.
struct Compared {
    std::size_t system = 0;
    fs::path file, directory;
    std::string model;      // as the file says
    bool unranked = false;  // a reference rollout or a naive forecast, as the file says: no training seed of a model
    std::string key = {}, name = {};  // the entry: what makes it one, and what it is called
    bool chosen = false;              // the name is that of --group
};

// Reads what the file says of itself. A file that cannot be read is left without a name here: evaluate() opens
// it again and reports it together with all other problems.
void read_names(Compared& one) {
    try {
        const TrajectoryFile file(one.file);
        one.model = file.info().description.model;
        one.unranked = is_reference(file) || !file.info().description.naive.empty();
    } catch (const Error&) {
    }
}

// All files of all systems, each opened once for what it says of itself. Files that were given in pairs have no
// directory.
std::vector<Compared> all_of(const std::vector<CompareSystem>& systems) {
    std::vector<Compared> all;
    for (std::size_t s = 0; s < systems.size(); ++s)
        for (std::size_t i = 0; i < systems[s].submissions.size(); ++i) {
            const bool found = i < systems[s].directories.size();
            all.push_back({s, systems[s].submissions[i], found ? systems[s].directories[i] : fs::path(), "", false});
            read_names(all.back());
        }
    return all;
}

// What the user says goes before everything else. A file may be in one group only.
void apply_groups(const std::vector<EntryGroup>& groups, std::vector<Compared>& all) {
    std::vector<std::string> known;
    for (const Compared& one : all) known.push_back(one.file.string());
    std::vector<Problem> problems;
    for (const EntryGroup& group : groups)
        for (const fs::path& file : group.files) {
            const auto found = std::ranges::find_if(
                all, [&](const Compared& one) { return one.file.lexically_normal() == file.lexically_normal(); });
            if (found == all.end())
                problems.push_back({option("group"), "'" + file.string() + "' of " + group.name +
                                                         " is not among the files that are compared" +
                                                         suggestion(file.string(), known)});
            else if (found->chosen)
                problems.push_back({option("group"), "'" + file.string() + "' is in " + found->name + " and in " +
                                                         group.name + "; a file is a training seed of one method"});
            else {
                found->chosen = true;
                found->key = "group " + group.name;
                found->name = group.name;
            }
        }
    if (!problems.empty()) throw UsageError(std::move(problems));
}

// The directories whose files all name the same model, or none, with the name of the method: that of the model,
// or else of the directory. Directories with several models get no method; a remark says so where one model has
// several files.
std::map<fs::path, std::string> methods_in(const std::vector<Compared>& all, std::vector<std::string>& remarks) {
    std::map<fs::path, std::set<std::string>> models;
    for (const Compared& one : all)
        if (!one.directory.empty() && !one.unranked && !one.chosen) models[one.directory].insert(one.model);
    std::map<fs::path, std::string> methods;
    for (const auto& [directory, names] : models) {
        fs::path last = directory.lexically_normal();
        if (last.filename().empty()) last = last.parent_path();
        if (names.size() == 1) methods[directory] = names.begin()->empty() ? last.filename().string() : *names.begin();
    }
    for (const auto& own : models) {
        const fs::path& directory = own.first;
        for (const Compared& one : all) {
            const bool repeated = !methods.contains(directory) && std::ranges::any_of(all, [&](const Compared& other) {
                return &other != &one && other.system == one.system && other.directory == directory &&
                       one.directory == directory && other.model == one.model && !one.chosen && !other.chosen &&
                       !one.unranked && !other.unranked;
            });
            if (!repeated) continue;
            remarks.push_back(directory.string() + " has several models, and more than one file of " + one.model +
                              ": each counts as a separate entry; if they are training seeds of one method, put them "
                              "into a directory of their own (" +
                              option("submissions") + ") or name them with " + option("group"));
            break;
        }
    }
    return methods;
}

// Files without a group or method that name the same model, or none, and come from the same directory, or from
// pairs.
using SameModel = std::vector<Compared*>;

bool in_one_system(const SameModel& files) {
    return std::ranges::all_of(files, [&](const Compared* one) { return one->system == files[0]->system; });
}

// A file of which it is not known to which file of another system it belongs; null if each file has its
// counterpart by its name.
const Compared* unclear(const SameModel& files) {
    std::map<std::string, std::set<std::size_t>> systems;  // of a file's name
    for (const Compared* one : files)
        if (!systems[one->file.stem().string()].insert(one->system).second) return one;
    if (files[0]->model.empty()) return nullptr;
    for (const Compared* one : files)
        for (const auto& [stem, others] : systems)
            if (std::ranges::none_of(others,
                                     [&](std::size_t s) { return systems[one->file.stem().string()].contains(s); }))
                return one;
    return nullptr;
}

// Makes entries of such files. With one file in each system they are one entry over all systems. With several
// files in a system, files of the same name belong together; where names do not decide it, the user must, by
// --group, since otherwise whoever submits a file with a fitting name would decide it.
void name_same_model(const SameModel& files, std::vector<Problem>& problems) {
    std::set<std::size_t> systems;
    for (const Compared* one : files) systems.insert(one->system);
    const std::string& model = files[0]->model;
    const bool repeated = systems.size() < files.size();
    const bool by_path = repeated && (in_one_system(files) || (files[0]->unranked && unclear(files)));
    if (const Compared* one = repeated && !by_path ? unclear(files) : nullptr)
        problems.push_back({one->file.string(),
                            "is one of several files of " + (model.empty() ? one->file.stem().string() : model) +
                                " in a system, and which of them belong together over systems is unknown; name the "
                                "files of each entry with " +
                                option("group") + " NAME=FILE,FILE"});
    for (Compared* one : files) {
        const std::string stem = one->file.stem().string();
        one->name = model.empty() ? stem : model;
        one->key = (one->unranked ? "unranked " : "file ") + one->directory.string() + "\n" + model + "\n" +
                   (by_path                     ? one->file.string()
                    : repeated || model.empty() ? stem
                                                : "");
    }
}

// Problems of all files are thrown together.
void name_single_files(std::vector<Compared>& all) {
    std::map<std::tuple<fs::path, std::string, bool>, SameModel> files;
    for (Compared& one : all)
        if (one.key.empty()) files[{one.directory, one.model, one.unranked}].push_back(&one);
    std::vector<Problem> problems;
    for (const auto& [model, same] : files) name_same_model(same, problems);
    if (!problems.empty()) throw UsageError(std::move(problems));
}

// Distinguishes entries that have the same name by the name of their file or directory in brackets: "net (b1)".
void tell_apart(std::vector<Compared>& all) {
    std::vector<NamedEntry> entries;
    for (const Compared& one : all) {
        const fs::path near = one.key.starts_with("directory ") ? one.directory.lexically_normal() : one.file;
        const fs::path& whole = one.directory.empty() ? one.file : one.directory;
        entries.push_back({one.key, one.name, {near.stem().string(), whole.string()}, one.chosen});
    }
    tell_apart(entries);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].name = entries[i].name;
}

// Names in the form that evaluate() takes. Several files of one entry in one system are its training seeds and
// are shown by their file names; a single file is shown by the name of the entry.
std::vector<std::vector<SubmissionName>> names_by_system(const std::vector<Compared>& all, std::size_t systems) {
    std::vector<std::vector<SubmissionName>> names(systems);
    for (const Compared& one : all) {
        const auto members = std::ranges::count_if(
            all, [&](const Compared& other) { return other.system == one.system && other.key == one.key; });
        names[one.system].push_back({one.name, members > 1 ? "" : one.name});
    }
    return names;
}

}  // namespace

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& directory, bool directories) {
    require_directory(directory);
    std::error_code failure;
    std::vector<std::string> names;
    for (fs::directory_iterator at(directory, failure), end; !failure && at != end; at.increment(failure))
        if (at->is_directory() == directories) names.push_back(at->path().filename().string());
    if (failure) throw IoError(directory.string(), "cannot be read: " + system_reason(failure));
    std::ranges::sort(names);
    return names;
}

bool is_submission(const std::string& name) {
    return name.ends_with(".h5") || name.ends_with(".hdf5") || name.ends_with(".npz");
}

void tell_apart(std::vector<NamedEntry>& entries) {
    std::size_t places = 0;
    for (const NamedEntry& one : entries) places = std::max(places, one.places.size());
    for (std::size_t place = 0; place < places; ++place) put_beside(place, entries);
    // A file can choose its text so that it equals another name with its place in brackets, so names are
    // compared once more, and a number is appended where they still coincide. `keys` maps a name to its key,
    // `names` a key to its name.
    std::map<std::string, std::string> keys, names;  // of names, of keys
    for (const NamedEntry& one : entries)
        if (one.chosen) {
            keys.emplace(one.name, one.key);
            names.emplace(one.key, one.name);
        }
    for (NamedEntry& one : entries) {
        const std::string name = one.name;
        if (const auto known = names.find(one.key); known != names.end()) one.name = known->second;
        else
            for (int number = 2; !keys.emplace(one.name, one.key).second; ++number)
                one.name = name + " #" + std::to_string(number);
        names.emplace(one.key, one.name);
    }
}

// Reads NAME=FILE,FILE of the command line. Empty file names are passed over.
void parse_group(const std::string& text, std::vector<EntryGroup>& groups, std::vector<Problem>& problems) {
    const std::size_t equals = text.find('=');
    EntryGroup group{text.substr(0, equals), {}};
    for (std::size_t at = equals; at < text.size();) {
        const std::size_t end = std::min(text.find(',', at + 1), text.size());
        if (end > at + 1) group.files.push_back(text.substr(at + 1, end - at - 1));
        at = end;
    }
    const bool known = std::ranges::any_of(groups, [&](const EntryGroup& other) { return other.name == group.name; });
    if (group.name.empty() || group.files.empty())
        problems.push_back(
            {option("group"), "must be NAME=FILE,FILE, such as net=net0.h5,net1.h5, got '" + text + "'"});
    else if (known)
        problems.push_back(
            {option("group"), "names " + group.name + " twice; list all its files in one " + option("group")});
    else groups.push_back(std::move(group));
}

std::vector<std::vector<SubmissionName>> compared_entries(const std::vector<CompareSystem>& systems,
                                                          const std::vector<EntryGroup>& groups,
                                                          std::vector<std::string>& remarks) {
    std::vector<Compared> all = all_of(systems);
    apply_groups(groups, all);
    const auto methods = methods_in(all, remarks);
    for (Compared& one : all)
        if (!one.chosen && !one.unranked && methods.contains(one.directory)) {
            one.key = "directory " + one.directory.string();
            one.name = methods.at(one.directory);
        }
    name_single_files(all);
    tell_apart(all);
    return names_by_system(all, systems.size());
}

}  // namespace cchnn
