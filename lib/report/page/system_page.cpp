#include "report/page/system_page.hpp"

#include "core/counted.hpp"
#include "model/compiled_system.hpp"
#include "report/page/html_parts.hpp"
#include "report/page/html_player.hpp"
#include "report/page/html_system.hpp"
#include "report/page/page.hpp"

namespace cchnn {
namespace {

constexpr std::size_t most_frames = 600;

// The motion with at most about 600 frames; of a longer one every few samples.
AnimatedTrajectory motion_of(const DescribedSystem& described, std::size_t size) {
    const std::size_t stride = (described.x.size() / size + most_frames - 1) / most_frames;
    AnimatedTrajectory motion{described.trajectory, "the true motion", static_cast<int>(stride), {{}}, {}};
    for (std::size_t begin = 0; begin + size <= described.x.size(); begin += size * stride)
        motion.x[0].insert(motion.x[0].end(), described.x.begin() + begin, described.x.begin() + (begin + size));
    return motion;
}

PlayedSystem played(const DescribedSystem& described) {
    const CompiledSystem& c = *described.compiled;
    return {c.spec.name,  c.system.dimension(), c.system.node_count(), described.samples,
            described.dt, c.spec.units,         described.surfaces};
}

// One system: its motion, then what it is.
std::string part_of(const DescribedSystem& described, int level, Page& page) {
    const PlayedSystem system = played(described);
    const std::string html = player_html(system, page.players.size(), html_heading(level, "Motion"));
    const std::size_t size = system.nodes * system.dimension;
    page.players.push_back(player_json(system, described.drawing, motion_of(described, size)));
    return html + html_system(described, html_heading(level, "What it is"));
}

std::string thumbnail(const DescribedSystem& described, std::size_t i) {
    const std::string& name = described.compiled->spec.name;
    return "<li><a href=\"#system-" + std::to_string(i) + "\"><div class=\"drawn\">" + system_svg(described, false) +
           "</div><span>" + html_escaped(name) + "</span></a></li>\n";
}

}  // namespace

std::string html_of_system(const DescribedSystem& described) {
    Page page{described.compiled->spec.name, "cchnn-gen", "", "", {}, {}, {}};
    page.body = part_of(described, 2, page);
    return html_page(page);
}

std::string html_gallery(const std::vector<DescribedSystem>& described) {
    Page page{counted(described.size(), "system"), "cchnn-gen", "", "", {}, {}, {}};
    page.body = "<nav aria-label=\"Systems\"><ul class=\"gallery\">\n";
    for (std::size_t i = 0; i < described.size(); ++i) page.body += thumbnail(described[i], i);
    page.body += "</ul></nav>\n";
    for (std::size_t i = 0; i < described.size(); ++i)
        page.body += "<section>\n<h2 id=\"system-" + std::to_string(i) + "\">" +
                     html_escaped(described[i].compiled->spec.name) + "</h2>\n" + part_of(described[i], 3, page) +
                     "</section>\n";
    return html_page(page);
}

}  // namespace cchnn
