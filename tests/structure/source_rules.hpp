#pragma once
// The rules of the house, as far as text can tell (schemas and code say the rest):
//
//   (1)  arrows point one way, in the order of `rooms`; a file includes its own room and rooms before it, and so do the
//        rooms within a room that an order is given for
//   (2)  a heavy header stays inside its room, and inside .cpp files where it can
//   (3)  a file has at most 400 lines; one may have more, with its reason below
//   (4)  each alternative of an enumeration or a variant is answered by name, so that a new one does not compile until it is:
//        no `default:`, no `get_if` and no `holds_alternative`, no ternary on a kind of row or coupling or on a method, no
//        `if constexpr (requires` that asks a kind for what it may lack; some files may, with their reason below
//        A method is named in its table alone; some files name some, with their reason below. So is a kind, in elements/:
//        elsewhere neither `SpringKind` nor a type of Spec nor the word of a type is compared with
//   (5)  the stepping path uses + - * / sqrt alone: libm differs between machines in the last bit
//   (6)  a system is compiled in lib/model alone
//   (7)  what is compiled for any processor compiles no kernel: includes lead to none of them, by whatever way. Elements, plans
//        and samplers share templates with kernels, for doubles
//   (8)  a room has at most 20 modules, files of one name; more are rooms within it. A table of kinds has what it has
//   (9)  a kind is seen by few: a header of elements/ or of its tables is reached by at most ten .cpp files, and tables by none
//        but those that compile forces; what holds all kinds, a system and its graph, reaches none of them.
//        Kernels and steppers know plans and constants: they reach no graph and no struct of a file
//   (10) what a thread owns is a PerThread, unless it is a plain number: the C library aborts the program where it cannot
//        register the destructor of a `thread_local` variable
//
// A file is its path from the root ("lib/core/errors.hpp") and its text. Each function returns complaints, one a line.

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace cchnn_test {
using namespace cchnn;

struct SourceFile {
    std::string path, text;
};
using Complaints = std::vector<std::string>;

// The judge comes right after the core: it can include nothing of what it judges.
inline const std::array<std::string, 22> rooms{"core",      "judge",    "numbers",     "mesh",      "elements", "spec",
                                               "convert",   "graph",    "coordinates", "mechanics", "sample",   "model",
                                               "integrate", "lyapunov", "corpus",      "files",     "dataset",  "score",
                                               "stories",   "report",   "cchnn",       "apps"};

// Position in `rooms`; -1 for a directory that is none of them.
inline int room_of(const std::string& path) {
    std::string room = "apps";
    if (path.starts_with("lib/")) room = path.substr(4, path.find('/', 4) - 4);
    const auto found = std::find(rooms.begin(), rooms.end(), room);
    return found == rooms.end() ? -1 : static_cast<int>(found - rooms.begin());
}

// Rooms within a room, by floors: a file includes its own and lower floors, never a neighbour on the same floor. "" are
// the files that lie in no inner room, but for one that is named: what inner rooms build on.
struct InnerRooms {
    std::string room;
    std::vector<std::vector<std::string>> floors;
};
inline const std::vector<InnerRooms>& inner_rooms() {
    static const std::vector<InnerRooms> houses{
        {"elements", {{"parts"}, {""}, {"tables"}}},
        {"spec", {{"json"}, {"system_spec.hpp"}, {"meaning", "reading"}, {""}}},
        {"mechanics", {{"plan"}, {"rows"}, {"rank"}, {""}, {"kernels"}}},
        {"dataset", {{""}, {"writer", "reader"}, {"resume"}, {"documents"}}},
        {"score",
         {{"statistics", "trajectory_blocks.hpp"},
          {"ensemble"},
          {"metrics", "parameter_scores.hpp"},
          {"submission"},
          {"naive"},
          {""}}},
        {"stories", {{"serve"}, {"generate", "corpus"}, {"verify", "evaluate", "exchange"}, {"benchmark"}}},
        {"report", {{""}, {"tables", "commands"}, {"explain"}, {"page"}, {"figures"}}},
    };
    return houses;
}

// Floor of an inner room; -1: one that the list does not name.
inline int floor_of(const InnerRooms& house, const std::string& inner) {
    for (std::size_t i = 0; i < house.floors.size(); ++i)
        if (std::find(house.floors[i].begin(), house.floors[i].end(), inner) != house.floors[i].end())
            return static_cast<int>(i);
    return -1;
}

inline std::string inner_room_of(const InnerRooms& house, const std::string& path) {
    const std::string rest = path.substr(("lib/" + house.room + "/").size());
    if (rest.find('/') != std::string::npos) return rest.substr(0, rest.find('/'));
    return floor_of(house, rest) < 0 ? "" : rest;
}

// What is wrong with `from` including `to`, both files of one room; "" when nothing is.
inline std::string inner_complaint(const std::string& from, const std::string& to) {
    for (const InnerRooms& house : inner_rooms()) {
        if (!from.starts_with("lib/" + house.room + "/") || !to.starts_with("lib/" + house.room + "/")) continue;
        const std::string a = inner_room_of(house, from), b = inner_room_of(house, to);
        const int floor_a = floor_of(house, a), floor_b = floor_of(house, b);
        if (floor_a < 0 || floor_b < 0) return ", and one of the two is in no inner room that the order names";
        if (floor_b > floor_a) return ", which is a later inner room";
        if (floor_a == floor_b && a != b) return ", which is its neighbour";
    }
    return "";
}

struct Include {
    int line = 0;
    bool quoted = false;
    std::string header;
};

inline std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

inline std::vector<Include> includes_of(const SourceFile& file) {
    static const std::regex directive(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
    std::vector<Include> includes;
    int number = 0;
    for (const std::string& line : lines_of(file.text)) {
        ++number;
        if (std::smatch match; std::regex_search(line, match, directive))
            includes.push_back({number, match[1] == "\"", match[2]});
    }
    return includes;
}

inline std::string place(const SourceFile& file, int line) { return file.path + ":" + std::to_string(line) + ": "; }

// Where "..." leads: beside the file first, then lib/, as the compiler looks. Empty when nowhere.
inline std::string resolve(const SourceFile& file, std::string header, const std::set<std::string>& paths) {
    std::string directory = file.path.substr(0, file.path.rfind('/'));
    const std::string from_lib = "lib/" + header;
    for (; header.starts_with("../"); header.erase(0, 3)) directory.erase(directory.rfind('/'));
    if (paths.contains(directory + "/" + header)) return directory + "/" + header;
    return paths.contains(from_lib) ? from_lib : "";
}

inline Complaints arrow_complaints(const std::vector<SourceFile>& files) {
    std::set<std::string> paths;
    for (const SourceFile& file : files) paths.insert(file.path);
    Complaints complaints;
    for (const SourceFile& file : files) {
        const int room = room_of(file.path);
        if (room < 0) complaints.push_back(file.path + ": is in no room that the order names");
        for (const Include& include : includes_of(file)) {
            if (!include.quoted) continue;
            const std::string target = resolve(file, include.header, paths);
            if (target.empty()) complaints.push_back(place(file, include.line) + "no file '" + include.header + "'");
            else if (room_of(target) > room)
                complaints.push_back(place(file, include.line) + "includes " + target + ", which is a later room");
            else if (const std::string wrong = inner_complaint(file.path, target); !wrong.empty())
                complaints.push_back(place(file, include.line) + "includes " + target + wrong);
        }
    }
    return complaints;
}

// Which files may include a heavy header, as a pattern of paths.
struct HeavyHeader {
    std::regex header, allowed;
    std::string rule;
};

inline const std::vector<HeavyHeader>& heavy_headers() {
    static const std::vector<HeavyHeader> rules{
        {std::regex("^nlohmann/json\\.hpp$"), std::regex("^lib/.*\\.cpp$"), "JSON stays in .cpp files of lib/"},
        {std::regex("^nlohmann/json_fwd\\.hpp$"), std::regex("^lib/(spec|elements)/|^lib/report/json_parts"),
         "JSON types stay inside lib/spec and lib/elements, and where the writer of reports is declared"},
        {std::regex("^valijson/"), std::regex("^lib/spec/.*\\.cpp$"), "Valijson stays in .cpp files of lib/spec"},
        {std::regex("^CLI/"), std::regex("^apps/([a-z-]+/([a-z]+_)?options\\.cpp|parse_arguments\\.hpp)$"),
         "CLI11 stays in options.cpp, *_options.cpp and parse_arguments.hpp"},
        {std::regex("^(hdf5|hdf5_hl|H5.*)\\.h$"), std::regex("^lib/files/.*\\.cpp$"),
         "HDF5 stays in .cpp files of lib/files"},
        {std::regex("^minizip/"), std::regex("^lib/files/.*\\.cpp$"), "minizip stays in .cpp files of lib/files"},
        {std::regex("^pugixml\\.hpp$"), std::regex("^lib/convert/.*\\.cpp$"),
         "pugixml stays in .cpp files of lib/convert"},
        {std::regex("^zlib\\.h$"), std::regex("^lib/files/.*\\.cpp$"), "zlib stays in .cpp files of lib/files"},
        {std::regex("^xxhash\\.h$"), std::regex("^lib/dataset/resume/.*\\.cpp$"),
         "xxHash stays in .cpp files of lib/dataset/resume"},
        {std::regex("^openssl/"), std::regex("^lib/core/.*\\.cpp$"), "OpenSSL stays in .cpp files of lib/core"},
        {std::regex("^Eigen/"), std::regex("^lib/(mechanics|score/naive)/.*\\.cpp$"),
         "Eigen stays in .cpp files of lib/mechanics and lib/score/naive"},
        {std::regex("^mpfr\\.h$"), std::regex("^lib/numbers/.*\\.cpp$"), "MPFR stays in .cpp files of lib/numbers"},
        {std::regex("^gmp\\.h$"), std::regex("^apps/without_memory\\.cpp$"), "GMP stays behind MPFR"},
        {std::regex("^Random123/"), std::regex("^lib/sample/.*\\.cpp$"), "Random123 stays in .cpp files of lib/sample"},
        {std::regex("^boost/multiprecision/"), std::regex("^tests/"), "quad precision of Boost is a thing of tests"},
        {std::regex("^judge/"), std::regex("^lib/(judge|stories)/"),
         "what is judged knows nothing of its judge, lib/stories alone calls it"},
        {std::regex("^experimental/simd$"), std::regex("^lib/numbers/lanes\\.hpp$"), "lanes are what lanes.hpp says"},
        {std::regex("^iostream$"), std::regex("\\.cpp$|^apps/"), "<iostream> stays in .cpp files"},
        {std::regex("^regex$"), std::regex("^lib/core/text_pattern\\.cpp$"), "TextPattern compiles <regex>"},
        {std::regex("^boost/spirit/"), std::regex("^lib/elements/parts/.*\\.cpp$"),
         "Spirit stays in .cpp files of lib/elements/parts"},
        {std::regex("^boost/numeric/odeint"), std::regex("^lib/integrate/"), "Odeint stays inside lib/integrate"},
    };
    return rules;
}

inline Complaints heavy_header_complaints(const std::vector<SourceFile>& files) {
    Complaints complaints;
    for (const SourceFile& file : files)
        for (const Include& include : includes_of(file))
            for (const HeavyHeader& rule : heavy_headers())
                if (std::regex_search(include.header, rule.header) && !std::regex_search(file.path, rule.allowed))
                    complaints.push_back(place(file, include.line) + "includes <" + include.header + ">: " + rule.rule);
    return complaints;
}

inline Complaints length_complaints(const std::vector<SourceFile>& files, std::size_t limit) {
    Complaints complaints;
    for (const SourceFile& file : files)
        if (const std::size_t lines = lines_of(file.text).size(); lines > limit)
            complaints.push_back(file.path + ": has " + std::to_string(lines) + " lines, at most " +
                                 std::to_string(limit) + "; look for the second subject");
    return complaints;
}

// (10)
inline Complaints thread_storage_complaints(const std::vector<SourceFile>& files) {
    static const std::regex owned(R"(^\s*(static )?thread_local (?!(int|bool|double|std::size_t) ))");
    Complaints complaints;
    for (const SourceFile& file : files) {
        int number = 0;
        for (const std::string& line : lines_of(file.text)) {
            ++number;
            if (std::regex_search(line, owned))
                complaints.push_back(place(file, number) + "has a thread_local that is no number; use PerThread");
        }
    }
    return complaints;
}

// (8)
inline Complaints crowded_room_complaints(const std::vector<SourceFile>& files, std::size_t limit) {
    std::map<std::string, std::set<std::string>> modules;
    for (const SourceFile& file : files) {
        const std::string room = file.path.substr(0, file.path.rfind('/'));
        if (room != "lib/elements") modules[room].insert(file.path.substr(0, file.path.rfind('.')));
    }
    Complaints complaints;
    for (const auto& [room, names] : modules)
        if (names.size() > limit)
            complaints.push_back(room + ": has " + std::to_string(names.size()) + " modules, at most " +
                                 std::to_string(limit) + "; look for the rooms in it");
    return complaints;
}

// Parts that are targets of their own (lib/CMakeLists.txt), as the lists of sources give them: a line
// "cchnn_sources(convert exchange/convert.cpp)" of lib/stories/CMakeLists.txt. No file of the core includes a header of theirs.
inline Complaints part_complaints(const std::vector<SourceFile>& files, const std::vector<SourceFile>& lists) {
    static const std::regex listed(R"(cchnn_sources\((convert|boards) ([^)]+)\))"), word(R"([^ ]+)");
    static const std::regex include(R"re(#include "([^"]+)")re");
    std::map<std::string, std::string> part_of;  // "lib/convert/" or "lib/stories/exchange/convert." -> part
    for (const SourceFile& list : lists) {
        const std::string room = list.path.substr(0, list.path.rfind('/') + 1);
        for (std::sregex_iterator line(list.text.begin(), list.text.end(), listed), end; line != end; ++line) {
            const std::string sources = (*line)[2];
            for (std::sregex_iterator source(sources.begin(), sources.end(), word); source != end; ++source) {
                const std::string name = source->str();
                part_of[room + name.substr(0, name == "*.cpp" ? 0 : name.size() - 3)] = (*line)[1];
            }
        }
    }
    const auto part = [&](const std::string& path) {
        for (const auto& [beginning, name] : part_of)
            if (path.starts_with(beginning)) return name;
        return std::string();
    };
    Complaints complaints;
    if (part_of.empty()) complaints.push_back("no list of sources names a part");
    for (const SourceFile& file : files) {
        if (!file.path.starts_with("lib/")) continue;
        for (std::sregex_iterator line(file.text.begin(), file.text.end(), include), end; line != end; ++line) {
            const std::string path = "lib/" + (*line)[1].str(), other = part(path);
            if (!other.empty() && other != part(file.path))
                complaints.push_back(file.path + ": includes " + path + ", which is of the part " + other);
        }
    }
    return complaints;
}

// CAPTURE makes a lambda, in which C++20 and Clang 14 allow no name of a structured binding; GCC takes it.
inline Complaints capture_complaints(const std::vector<SourceFile>& files) {
    static const std::regex bound(R"(auto&? ?\[([a-z_0-9, ]+)\])"), captured(R"(CAPTURE\(([a-z_0-9]+)\b(?!\())");
    struct Binding {
        std::string names;
        std::size_t indent;
    };
    Complaints complaints;
    for (const SourceFile& file : files) {
        std::vector<Binding> bindings;
        int number = 0;
        for (const std::string& line : lines_of(file.text)) {
            ++number;
            const std::size_t indent = line.find_first_not_of(' ');
            if (indent == std::string::npos) continue;
            std::erase_if(bindings, [&](const Binding& b) { return indent < b.indent; });
            std::smatch match;
            if (std::regex_search(line, match, captured))
                for (const Binding& b : bindings)
                    if (std::regex_search(b.names, std::regex("\\b" + match[1].str() + "\\b")))
                        complaints.push_back(
                            place(file, number) + "captures '" + match[1].str() +
                            "', a structured binding, which Clang refuses; capture what it is bound to");
            if (std::regex_search(line, match, bound))  // of a loop: what is inside it
                bindings.push_back({match[1].str(), line.find("for (") == std::string::npos ? indent : indent + 1});
        }
    }
    return complaints;
}

// A file in which so many places answer for whatever is left.
struct CatchAll {
    std::string path;
    int places;
    std::string reason;
};

inline const std::vector<CatchAll>& catch_alls() {
    static const std::vector<CatchAll> allowed{
        {"lib/dataset/writer/system_columns.cpp", 1, "a column of one kind of row"},
        {"lib/elements/items.cpp", 2, "what a Spec has of hinges: the home of that question"},
        {"lib/elements/parts/formula/formula.hpp", 1, "numbers with and without a second derivative"},
        {"lib/elements/terms.cpp", 1, "terms with and without a name"},
        {"lib/files/hdf5_chunks.cpp", 1, "filters are numbers that HDF5 gives out"},
        {"lib/files/hdf5_handles.cpp", 2, "classes of types and sizes are numbers that HDF5 gives out"},
        {"lib/files/hdf5_reading.cpp", 1, "filters are numbers that HDF5 gives out"},
        {"lib/judge/description.cpp", 6, "what an item has of angles and axes: the home of that question"},
        {"lib/judge/piece.hpp", 3, "what a piece may leave out, or give itself"},
        {"lib/mechanics/rank/independent_rows.cpp", 1, "a dimension is a number"},
        {"lib/mechanics/rows/row_reader.cpp", 1, "a distance is in metres of its length"},
        {"lib/numbers/fast_angles.cpp", 1, "a quarter of a turn is a number"},
        {"lib/report/page/html_parts.cpp", 1, "characters"},
        {"lib/sample/sampler.cpp", 1, "a rope is in metres of its length"},
        {"lib/sample/start_phases.cpp", 1, "a rack's row is an angle times its radius"},
        {"lib/sample/state_projection.cpp", 1, "a dimension is a number"},
    };
    return allowed;
}

inline Complaints catch_all_complaints(const std::vector<SourceFile>& files) {
    static const std::regex place_of_rest(
        R"((^|[^\w])(default\s*:(?!:)|(get_if|holds_alternative)\s*<|if constexpr \(requires|[!=]=\s*((ConstraintRow|SolverRow)::Kind|LineKind|SpotKind|Coupling::Relation|Method)::\w+\)?\s*\?))");
    Complaints complaints;
    for (const SourceFile& file : files) {
        if (!file.path.starts_with("lib/")) continue;
        Complaints here;
        int number = 0;
        for (const std::string& line : lines_of(file.text)) {
            ++number;
            const std::string code = line.substr(0, line.find("//"));
            if (std::smatch match; std::regex_search(code, match, place_of_rest))
                here.push_back(place(file, number) + "'" + match[2].str() +
                               "' answers for alternatives without naming them");
        }
        int allowed = 0;
        for (const CatchAll& one : catch_alls())
            if (one.path == file.path) allowed = one.places;
        if (static_cast<int>(here.size()) != allowed && allowed > 0)
            complaints.push_back(file.path + ": has " + std::to_string(here.size()) + " such places, the list says " +
                                 std::to_string(allowed));
        if (static_cast<int>(here.size()) > allowed) complaints.insert(complaints.end(), here.begin(), here.end());
    }
    return complaints;
}

// Files that name methods, and why; every other one asks their table.
inline const std::map<std::string, std::string>& method_namers() {
    static const std::map<std::string, std::string> allowed{
        {"apps/cchnn-gen/options.cpp", "examples and explanations of --help"},
        {"apps/cchnn-gen/run_lyapunov.cpp", "what tangent vectors are integrated with, in words"},
        {"lib/integrate/methods.hpp", "the enumeration"},
        {"lib/integrate/methods.cpp", "the table"},
        {"lib/integrate/steppers/drivers.cpp", "the driver of each"},
        {"lib/integrate/protocol/protocol.cpp", "presets"},
        {"lib/integrate/error_bound.cpp", "the second solution of bounds"},
        {"lib/integrate/refinement.cpp", "the solutions of refinement"},
        {"lib/integrate/integrate.cpp", "the solutions where bodies are too light for doubles"},
        {"lib/score/stored_physics.cpp", "the solution that decides an interval"},
        {"lib/lyapunov/lyapunov.cpp", "what tangent vectors are integrated with, in words"},
        {"lib/stories/evaluate/solver_beside.cpp", "the solver beside models, schemas/metrics.md"},
    };
    return allowed;
}

inline Complaints method_complaints(const std::vector<SourceFile>& files) {
    static const std::regex named(R"(\b(verner87|dopri5|rattle\d|rk4|fehlberg78|extrapolation\d\d)\b)");
    Complaints complaints;
    for (const SourceFile& file : files) {
        if (!file.path.starts_with("lib/") && !file.path.starts_with("apps/")) continue;
        if (method_namers().contains(file.path)) continue;
        int number = 0;
        for (const std::string& line : lines_of(file.text)) {
            ++number;
            const std::string code = line.substr(0, line.find("//"));
            if (std::smatch match; !code.starts_with("#include") && std::regex_search(code, match, named))
                complaints.push_back(place(file, number) + "names the method " + match[1].str());
        }
    }
    return complaints;
}

// Files that ask which kind something is, and why; every other one asks elements/items.hpp or elements/terms.hpp.
inline const std::map<std::string, std::string>& kind_namers() {
    static const std::map<std::string, std::string> allowed{
        {"lib/convert/joint_forces.cpp", "what joints of a model became, in this program's own draft"},
        {"lib/convert/write_system.cpp", "the same"},
        {"lib/convert/equality_items.cpp", "the same"},
        {"lib/spec/meaning/placement_meaning.cpp", "Weld and Slider place a body alike, and are called by their names"},
    };
    return allowed;
}

// The judge has kinds of its own.
inline Complaints kind_name_complaints(const std::vector<SourceFile>& files) {
    static const std::regex header("^lib/elements/[a-z_]+\\.hpp$"), said(R"re(\btype = "([^"]+)";)re");
    static const std::regex asked(R"re(\b(\w+Kind)\b|(?:is_same_v|same_as)<[^>]*\b(\w+Spec)>|[!=]= "([^"]+)")re");
    std::set<std::string> names;
    for (const SourceFile& file : files) {
        if (!std::regex_search(file.path, header)) continue;
        static const std::regex made(R"(struct (\w+(?:Kind|Spec))\b)");
        for (const std::regex* const pattern : {&made, &said})
            for (std::sregex_iterator found(file.text.begin(), file.text.end(), *pattern), end; found != end; ++found)
                names.insert((*found)[1]);
    }
    Complaints complaints;
    for (const SourceFile& file : files) {
        if (!file.path.starts_with("lib/") && !file.path.starts_with("apps/")) continue;
        if (file.path.starts_with("lib/elements/") || file.path.starts_with("lib/judge/")) continue;
        if (kind_namers().contains(file.path)) continue;
        int number = 0;
        for (const std::string& line : lines_of(file.text)) {
            ++number;
            const std::string code = line.substr(0, line.find("//"));
            for (std::sregex_iterator found(code.begin(), code.end(), asked), end; found != end; ++found)
                for (std::size_t group = 1; group <= 3; ++group)
                    if ((*found)[group].matched && names.contains((*found)[group]))
                        complaints.push_back(place(file, number) + "asks whether something is " +
                                             (*found)[group].str() + "; its kind has the answer");
        }
    }
    return complaints;
}

// Files that `file` includes, and what these include; of each, the file that does.
inline std::map<std::string, std::string> reached_from(const SourceFile& file,
                                                       const std::map<std::string, const SourceFile*>& by_path,
                                                       const std::set<std::string>& paths) {
    std::map<std::string, std::string> reached;
    std::vector<const SourceFile*> open{&file};
    while (!open.empty()) {
        const SourceFile* from = open.back();
        open.pop_back();
        for (const Include& include : includes_of(*from)) {
            const std::string target = include.quoted ? resolve(*from, include.header, paths) : "";
            if (target.empty() || !reached.emplace(target, from->path).second) continue;
            open.push_back(by_path.at(target));
        }
    }
    return reached;
}

// (7)
inline Complaints kernel_complaints(const std::vector<SourceFile>& files) {
    static const std::regex kernel("^lib/(mechanics/kernels/|numbers/lanes\\.hpp$)");
    static const std::regex without(
        "^(lib/"
        "(core|judge|mesh|spec|convert|graph|coordinates|model|lyapunov|files|dataset|score|stories|report|cchnn)|apps)"
        "/"
        "|^lib/integrate/(?!steppers/).*\\.cpp$");
    std::set<std::string> paths;
    std::map<std::string, const SourceFile*> by_path;
    for (const SourceFile& file : files) {
        paths.insert(file.path);
        by_path[file.path] = &file;
    }
    Complaints complaints;
    for (const SourceFile& file : files) {
        if (!std::regex_search(file.path, without)) continue;
        const std::map<std::string, std::string> reached = reached_from(file, by_path, paths);
        for (const auto& [target, by] : reached) {
            if (!std::regex_search(target, kernel) || std::regex_search(by, kernel)) continue;
            std::string way = target;
            for (std::string step = by; step != file.path; step = reached.at(step)) way = step + " > " + way;
            complaints.push_back(file.path + ": includes " + way + "; it should compile no kernel");
        }
    }
    return complaints;
}

// Headers of one kind: those that include what each must answer, and tables. More than ten files may see one, with the
// reason.
struct SeenByMany {
    std::string path;
    std::size_t files;
    std::string reason;
};

inline const std::vector<SeenByMany>& seen_by_many() {
    static const std::vector<SeenByMany> allowed{
        {"lib/elements/track.hpp", 14, "its points have parameters, which are part of a state"},
    };
    return allowed;
}

inline bool is_kind(const SourceFile& file, const std::set<std::string>& paths) {
    static const std::regex table("^lib/elements/tables/[a-z_]+\\.hpp$"), header("^lib/elements/[a-z_]+\\.hpp$");
    if (std::regex_search(file.path, table)) return true;
    const std::string source = file.path.substr(0, file.path.rfind('.')) + ".cpp";
    return std::regex_search(file.path, header) && paths.contains(source) &&
           file.text.find("#include \"elements/kind_bases.hpp\"") != std::string::npos;
}

// (9)
inline Complaints kind_complaints(const std::vector<SourceFile>& files, std::size_t limit) {
    static const std::regex holds_all(
        "^lib/(elements/(items|terms)|spec/system_spec|graph/body_graph|mechanics/(forces|constrained_system)|"
        "mechanics/kernels/fields/make_field)\\.hpp$");
    static const std::regex steps("^lib/(mechanics/kernels|integrate/steppers)/");
    static const std::regex of_files("^lib/(spec|graph)/|^lib/elements/(items|terms)\\.hpp$");
    static const std::regex computes(
        "^lib/(elements/tables/|mechanics/(force_tables|forces|formula_forces|reversals)\\.|mechanics/kernels/forces/"
        "|integrate/"
        "steppers/"
        "formula_sight)");
    std::set<std::string> paths;
    std::map<std::string, const SourceFile*> by_path;
    for (const SourceFile& file : files) {
        paths.insert(file.path);
        by_path[file.path] = &file;
    }
    std::map<std::string, std::size_t> seen;
    Complaints complaints;
    for (const SourceFile& file : files)
        for (const auto& [target, by] : reached_from(file, by_path, paths)) {
            if (std::regex_search(file.path, steps) && std::regex_search(target, of_files))
                complaints.push_back(file.path + ": reaches " + target + " by " + by +
                                     "; it is compiled for each number type and knows plans and constants alone");
            if (!is_kind(*by_path.at(target), paths)) continue;
            if (file.path.ends_with(".cpp")) ++seen[target];
            if (std::regex_search(file.path, holds_all))
                complaints.push_back(file.path + ": reaches " + target + " by " + by +
                                     "; it holds all kinds and sees none");
            else if (target.starts_with("lib/elements/tables/") && !std::regex_search(file.path, computes))
                complaints.push_back(file.path + ": reaches " + target + " by " + by +
                                     ", which is for what computes forces");
        }
    for (const auto& [target, count] : seen) {
        std::size_t most = limit;
        for (const SeenByMany& one : seen_by_many())
            if (one.path == target) most = one.files;
        if (count > most)
            complaints.push_back(target + ": is compiled by " + std::to_string(count) + " files, at most " +
                                 std::to_string(most) + "; ask elements/items.hpp or elements/terms.hpp");
    }
    return complaints;
}

// Calls of libm other than sqrt and of what is exact (fabs, floor, isfinite, ...), comments left out.
inline Complaints stepping_path_complaints(const std::vector<SourceFile>& files) {
    static const std::regex call(
        R"((^|[^\w.>])((std::|::)?(pow|exp|exp2|expm1|log|log2|log10|log1p|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|hypot|cbrt|fma|erf|tgamma|lgamma)[fl]?)\s*\()");
    Complaints complaints;
    for (const SourceFile& file : files) {
        if (!file.path.starts_with("lib/mechanics/") && !file.path.starts_with("lib/integrate/")) continue;
        int number = 0;
        for (const std::string& line : lines_of(file.text)) {
            ++number;
            const std::string code = line.substr(0, line.find("//"));
            if (std::smatch match; std::regex_search(code, match, call))
                complaints.push_back(place(file, number) + "calls " + match[2].str() +
                                     "; the stepping path has + - * / sqrt");
        }
    }
    return complaints;
}

// Mechanics and samplers put together by hand: CompiledSystem makes both, and keeps alive what they refer to.
inline Complaints maker_complaints(const std::vector<SourceFile>& files) {
    static const std::regex made(R"(\b(ConstrainedSystem|Sampler)\s+\w+\s*[({])");
    Complaints complaints;
    for (const SourceFile& file : files) {
        if (file.path.starts_with("lib/model/")) continue;
        int number = 0;
        for (const std::string& line : lines_of(file.text)) {
            ++number;
            const std::string code = line.substr(0, line.find("//"));
            if (std::smatch match; std::regex_search(code, match, made))
                complaints.push_back(place(file, number) + "makes a " + match[1].str() +
                                     " by hand; a CompiledSystem (lib/model) has one");
        }
    }
    return complaints;
}

}  // namespace cchnn_test
