#include "corpus/graph_id.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "core/sha256.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

struct Graph {
    std::vector<std::string> colours;
    std::vector<std::vector<std::size_t>> neighbours;

    std::size_t add(const std::string& colour) {
        colours.push_back(colour);
        neighbours.emplace_back();
        return colours.size() - 1;
    }
    void join(std::size_t a, std::size_t b) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
    }
};

// Joins an item with each body that it names, as often as it names it.
void join_named(const Json& value, std::size_t item, const std::map<std::string, std::size_t>& bodies, Graph& graph) {
    if (value.is_string()) {
        const auto found = bodies.find(value.get<std::string>());
        if (found != bodies.end()) graph.join(item, found->second);
    }
    if (!value.is_structured()) return;
    for (const auto& [key, inner] : value.items())
        if (key != "type") join_named(inner, item, bodies, graph);
}

Graph graph_of(const Json& system) {
    Graph graph;
    std::map<std::string, std::size_t> bodies;
    for (const Json& body : system.at("bodies"))
        bodies[body.at("id")] = graph.add("body " + body.at("type").get<std::string>());
    for (const char* list : {"constraints", "potentials", "damping", "contacts"})
        for (const Json& item : system.value(list, Json::array()))
            join_named(item, graph.add(std::string(list) + " " + item.at("type").get<std::string>()), bodies, graph);
    return graph;
}

std::size_t distinct(const std::vector<std::string>& colours) {
    return std::set<std::string>(colours.begin(), colours.end()).size();
}

std::vector<std::string> recoloured(const Graph& graph) {
    std::vector<std::string> next;
    for (std::size_t node = 0; node < graph.colours.size(); ++node) {
        std::vector<std::string> around;
        for (const std::size_t other : graph.neighbours[node]) around.push_back(graph.colours[other]);
        std::sort(around.begin(), around.end());
        std::string text = graph.colours[node];
        for (const std::string& colour : around) text += "\n" + colour;
        next.push_back(sha256_of_text(text));
    }
    return next;
}

}  // namespace

std::string graph_id(const std::string& system_json) {
    const Json system = Json::parse(system_json);
    Graph graph = graph_of(system);
    std::size_t before = 0, now = distinct(graph.colours);
    while (now > before) {
        graph.colours = recoloured(graph);
        before = now;
        now = distinct(graph.colours);
    }
    std::sort(graph.colours.begin(), graph.colours.end());
    std::string text = "dimension " + std::to_string(system.at("dimension").get<int>());
    for (const std::string& colour : graph.colours) text += "\n" + colour;
    return sha256_of_text(text);
}

double unit_fraction(const std::string& digest) {
    return static_cast<double>(std::stoull(digest.substr(0, 13), nullptr, 16)) * 0x1p-52;
}

const char* split_of(const std::string& digest) {
    const double share = unit_fraction(digest);
    return share < 0.8 ? "train" : share < 0.9 ? "valid" : "test";
}

}  // namespace cchnn
