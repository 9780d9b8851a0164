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

const std::string body_colour = "body ", origin_colour = body_colour + "Origin";

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
        bodies[body.at("id")] = graph.add(body_colour + body.at("type").get<std::string>());
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

Graph restricted(const Graph& graph, const std::vector<bool>& kept) {
    Graph part;
    std::vector<std::size_t> place(graph.colours.size());
    for (std::size_t node = 0; node < place.size(); ++node)
        if (kept[node]) place[node] = part.add(graph.colours[node]);
    for (std::size_t node = 0; node < place.size(); ++node)
        for (const std::size_t other : graph.neighbours[node])
            if (kept[node] && kept[other]) part.neighbours[place[node]].push_back(place[other]);
    return part;
}

// The nodes of the part of a body: its items, and the bodies that these name, but nothing through an Origin.
std::vector<bool> reached_from(const Graph& graph, std::size_t body) {
    std::vector<bool> reached(graph.colours.size());
    std::vector<std::size_t> left{body};
    reached[body] = true;
    while (!left.empty()) {
        const std::size_t node = left.back();
        left.pop_back();
        if (graph.colours[node] == origin_colour) continue;
        for (const std::size_t other : graph.neighbours[node]) {
            if (!reached[other]) left.push_back(other);
            reached[other] = true;
        }
    }
    return reached;
}

std::string id_of(Graph graph, int dimension) {
    std::size_t before = 0, now = distinct(graph.colours);
    while (now > before) {
        graph.colours = recoloured(graph);
        before = now;
        now = distinct(graph.colours);
    }
    std::sort(graph.colours.begin(), graph.colours.end());
    std::string text = "dimension " + std::to_string(dimension);
    for (const std::string& colour : graph.colours) text += "\n" + colour;
    return sha256_of_text(text);
}

}  // namespace

std::string graph_id(const std::string& system_json) {
    const Json system = Json::parse(system_json);
    const Graph graph = graph_of(system);
    std::vector<bool> kept;
    for (std::size_t node = 0; node < graph.colours.size(); ++node)
        kept.push_back(graph.colours[node] != origin_colour || !graph.neighbours[node].empty());
    return id_of(restricted(graph, kept), system.at("dimension"));
}

SystemParts parts_of(const std::string& system_json) {
    const Json system = Json::parse(system_json);
    const Graph graph = graph_of(system);
    const std::size_t size = graph.colours.size();
    const auto has = [&](const std::vector<bool>& kept, const std::string& colour) {
        for (std::size_t node = 0; node < size; ++node)
            if (kept[node] && graph.colours[node] == colour) return true;
        return false;
    };
    const bool gravity = has(std::vector<bool>(size, true), "potentials Gravity");
    SystemParts parts;
    std::vector<bool> seen(size);
    for (std::size_t body = 0; body < size; ++body) {
        if (seen[body] || !graph.colours[body].starts_with(body_colour) || graph.colours[body] == origin_colour)
            continue;
        std::vector<bool> part = reached_from(graph, body);
        parts.free_fall = parts.free_fall || (gravity && !has(part, origin_colour) &&
                                              !has(part, "constraints Rolling") && !has(part, "constraints Track"));
        for (std::size_t node = 0; node < size; ++node) {
            if (part[node]) seen[node] = true;
            if (graph.neighbours[node].empty() && !graph.colours[node].starts_with(body_colour)) part[node] = true;
        }
        parts.ids.push_back(id_of(restricted(graph, part), system.at("dimension")));
    }
    std::sort(parts.ids.begin(), parts.ids.end());
    return parts;
}

double unit_fraction(const std::string& digest) {
    return static_cast<double>(std::stoull(digest.substr(0, 13), nullptr, 16)) * 0x1p-52;
}

int side_of(const std::string& digest) {
    const double share = unit_fraction(digest);
    return (share >= 0.8) + (share >= 0.9);
}

int side_of_parts(const std::vector<std::string>& ids) {
    const int side = ids.empty() ? 3 : side_of(ids.front());
    return std::ranges::all_of(ids, [&](const std::string& id) { return side_of(id) == side; }) ? side : 3;
}

}  // namespace cchnn
