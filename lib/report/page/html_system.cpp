#include "report/page/html_system.hpp"

#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "core/text_pattern.hpp"
#include "model/compiled_system.hpp"
#include "report/explain/explain_system.hpp"
#include "report/page/html_player.hpp"
#include "report/page/page.hpp"

namespace cchnn {
namespace {

constexpr std::size_t line_letters = 56, most_lines = 3;

// "Link pivot-bob1, Link bob1-bob2" broken into lines for the text under a drawing, at most three; then the
// number of names left out.
void add_lines(const std::vector<std::string>& names, std::vector<std::string>& lines) {
    std::string line;
    std::size_t remaining = names.size(), used = 0;
    for (const std::string& name : names) {
        if (!line.empty() && line.size() + name.size() + 2 > line_letters) {
            if (++used == most_lines) {
                lines.push_back(line + " and " + std::to_string(remaining) + " more");
                return;
            }
            lines.push_back(line + ",");
            line.clear();
        }
        line += (line.empty() ? "" : ", ") + name;
        --remaining;
    }
    if (!line.empty()) lines.push_back(line);
}

// Constraints and springs, which are what the drawing shows between bodies.
std::vector<std::string> connection_names(const DescribedSystem& described) {
    std::vector<std::string> names = described.compiled->graph.constraint_names();
    for (const Drawing::Line& line : described.drawing.lines)
        if (line.kind == Drawing::Line::Kind::spring) names.push_back(line.label);
    return names;
}

const char* kind_words(BodyType type) {
    switch (type) {
        case BodyType::origin: return "fixed in space";
        case BodyType::obj0d: return "point mass";
        case BodyType::obj1d: return "rod";
        case BodyType::obj2d: return "plane figure";
        case BodyType::obj3d: return "solid";
    }
    return "";
}

CaptionedTable bodies_table(const SystemSpec& spec) {
    const Units& units = spec.units;
    TextTable table{{"body", "type", "mass, " + units.mass, "second moments, " + units.length + "²"}, {}};
    for (const BodySpec& body : spec.bodies) {
        const std::string moments =
            joined(body.second_moments, ", ", [](double moment) { return short_number(moment); });
        table.rows.push_back({body.id, std::string(type_name(body.type)) + ", " + kind_words(body.type),
                              body.mass > 0 ? short_number(body.mass) : "-", moments.empty() ? "-" : moments});
    }
    return {"Bodies", table};
}

Html facts_html(const DescribedSystem& described) {
    Html text = "<dl class=\"facts\">\n";
    for (const auto& [name, value] : described.facts)
        text += "<dt>" + html_escaped(name) + "</dt><dd>" + html_escaped(value) + "</dd>\n";
    return text + "</dl>\n";
}

// The text of `cchnn-gen show` without its first blank line.
Html formulas_html(const CompiledSystem& compiled) {
    std::string text = explain_constraints(compiled.spec, compiled.graph, compiled.system) +
                       explain_forces(compiled.spec, compiled.graph) +
                       explain_conserved(compiled.spec, compiled.graph, compiled.system) +
                       explain_varied(compiled.spec) + explain_states(compiled.spec, compiled.graph);
    text.erase(0, text.find_first_not_of('\n'));
    return "<details open><summary>Constraints, forces, conserved quantities, initial conditions</summary><pre>" +
           html_escaped(text) + "</pre></details>\n";
}

}  // namespace

std::string system_svg(const DescribedSystem& described, SystemPicture form) {
    const CompiledSystem& compiled = *described.compiled;
    StillPicture picture;
    picture.title = compiled.spec.name + ": initial state of trajectory " + std::to_string(described.trajectory) +
                    ", with the paths of its bodies";
    picture.length_unit = compiled.spec.units.length;
    picture.standalone = form == SystemPicture::file;
    picture.thumbnail = form == SystemPicture::thumbnail;
    picture.surfaces = described.surfaces;
    if (!picture.thumbnail) picture.impacts = described.impacts;
    if (!picture.thumbnail) add_lines(connection_names(described), picture.lines);
    return motion_svg(described.drawing, described.drawing.dimension, described.drawing.nodes,
                      {{&described.x, 0, "", 0}}, picture);
}

// Empty where the caller has no description of the system.
Html html_system(const DescribedSystem& described, const Html& heading) {
    if (!described.compiled) return "";
    const SystemSpec& spec = described.compiled->spec;
    return "<section class=\"system\">\n" + heading + "<p class=\"about\">" +
           html_escaped(spec.title + (spec.description.empty() ? "" : ". " + spec.description)) +
           (spec.reference.empty() ? Html() : " " + html_escaped("Source: " + spec.reference + ".")) +
           "</p>\n<div class=\"halves\"><figure><figcaption>Initial state of trajectory " +
           html_escaped(std::to_string(described.trajectory)) +
           ", and the paths of its bodies</figcaption><div class=\"drawn\">" +
           Html::drawing(system_svg(described, SystemPicture::part)) + "</div></figure>\n<div>" +
           facts_html(described) +
           (described.compiled->system.lagrangian() ? Html() : html_tables({bodies_table(spec)})) + "</div></div>\n" +
           formulas_html(*described.compiled) + "</section>\n";
}

namespace {

constexpr std::size_t most_frames = 600;

// The motion with at most about 600 frames; of a longer one every few samples.
AnimatedTrajectory motion_of(const DescribedSystem& described, std::size_t size) {
    const std::size_t stride = (described.x.size() / size + most_frames - 1) / most_frames;
    AnimatedTrajectory motion{described.trajectory, "the true motion", static_cast<int>(stride), {{}}, {},
                              described.impacts};
    for (std::size_t begin = 0; begin + size <= described.x.size(); begin += size * stride)
        motion.x[0].insert(motion.x[0].end(), described.x.begin() + begin, described.x.begin() + (begin + size));
    return motion;
}

PlayedSystem played(const DescribedSystem& described) {
    const CompiledSystem& c = *described.compiled;
    return {c.spec.name,  described.drawing.dimension, described.drawing.nodes, described.samples, described.dt,
            c.spec.units, described.surfaces};
}

// One system: its motion, then what it is.
Html part_of(const DescribedSystem& described, int level, Page& page) {
    const PlayedSystem system = played(described);
    const Html html = player_html(system, page.players.size(), html_heading(level, "Motion"));
    const std::size_t size = system.nodes * system.dimension;
    page.players.push_back(player_json(system, described.drawing, motion_of(described, size)));
    return html + html_system(described, html_heading(level, "What it is"));
}

Html thumbnail(const DescribedSystem& described, std::size_t i) {
    const std::string& name = described.compiled->spec.name;
    return "<li><a href=\"#system-" + html_escaped(std::to_string(i)) + "\"><div class=\"drawn\">" +
           Html::drawing(system_svg(described, SystemPicture::thumbnail)) + "</div><span>" +
           html_escaped(name).replaced(TextPattern("_"), "_<wbr>") + "</span></a></li>\n";
}

}  // namespace

std::string html_of_system(const DescribedSystem& described) {
    Page page{described.compiled->spec.name, "cchnn-gen", "", "", {}, {}, {}};
    page.body = part_of(described, 2, page);
    return html_page(page);
}

std::string html_gallery(const std::vector<DescribedSystem>& described, const std::string& title) {
    Page page{title, "cchnn-gen", "", "", {}, {}, {}};
    page.body = "<nav aria-label=\"Systems\"><ul class=\"gallery\">\n";
    for (std::size_t i = 0; i < described.size(); ++i) page.body += thumbnail(described[i], i);
    page.body += "</ul></nav>\n";
    for (std::size_t i = 0; i < described.size(); ++i)
        page.body += "<section>\n<h2 id=\"system-" + html_escaped(std::to_string(i)) + "\">" +
                     html_escaped(described[i].compiled->spec.name) + "</h2>\n" + part_of(described[i], 3, page) +
                     "</section>\n";
    return html_page(page);
}

}  // namespace cchnn
