#pragma once
// Circles of includes: a header and the source of the same name count as one module, so that a.cpp which includes b.hpp
// and b.cpp which includes a.hpp are one. In a room without circles each module can be read after those that it
// includes.

#include "source_rules.hpp"

namespace cchnn_test {

// Rooms that still have circles. One that has lost its last circle is taken off, and stays without.
inline const std::set<std::string> rooms_with_circles{"cchnn",    "convert",   "corpus",  "dataset",
                                                      "elements", "integrate", "numbers", "report",
                                                      "sample",   "score",     "stories"};

inline std::string module_of(const std::string& path) { return path.substr(0, path.rfind('.')); }

// The modules that each module of a room includes in the same room.
inline std::map<std::string, std::set<std::string>> includes_within(const std::vector<SourceFile>& files,
                                                                    const std::string& room) {
    std::set<std::string> paths;
    for (const SourceFile& file : files) paths.insert(file.path);
    std::map<std::string, std::set<std::string>> of;
    for (const SourceFile& file : files) {
        if (!file.path.starts_with("lib/" + room + "/")) continue;
        for (const Include& include : includes_of(file))
            if (const std::string target = include.quoted ? resolve(file, include.header, paths) : "";
                target.starts_with("lib/" + room + "/") && module_of(target) != module_of(file.path))
                of[module_of(file.path)].insert(module_of(target));
    }
    return of;
}

// One line for each module from which includes lead back to itself, with a shortest such way.
inline Complaints circle_complaints(const std::vector<SourceFile>& files, const std::string& room) {
    const std::map<std::string, std::set<std::string>> includes = includes_within(files, room);
    Complaints complaints;
    for (const auto& [start, first] : includes) {
        std::vector<std::vector<std::string>> ways{{start}};
        std::set<std::string> seen;
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const std::vector<std::string> way = ways[i];
            if (way.size() > 1 && way.back() == start) {
                std::string text = start + ": includes lead back to it:";
                for (std::size_t k = 1; k < way.size(); ++k) text += " " + way[k].substr(4);
                complaints.push_back(text);
                break;
            }
            if (const auto next = includes.find(way.back()); next != includes.end())
                for (const std::string& module : next->second)
                    if (seen.insert(module).second) {
                        ways.push_back(way);
                        ways.back().push_back(module);
                    }
        }
    }
    return complaints;
}

// Every room by itself.
inline Complaints circle_complaints(const std::vector<SourceFile>& files) {
    Complaints complaints;
    for (const std::string& room : rooms) {
        const Complaints found = circle_complaints(files, room);
        if (!rooms_with_circles.contains(room)) complaints.insert(complaints.end(), found.begin(), found.end());
        else if (found.empty())
            complaints.push_back(room + ": has no circles; take it off the list of rooms that have");
    }
    return complaints;
}

}  // namespace cchnn_test
