#include "report/tables/corpus_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/printable.hpp"
#include "report/json_parts.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string name_of(const CorpusEntry& entry) {
    return printable(entry.model) + (entry.file.empty() ? " (naive)" : "");
}

TextTable table_of(const CorpusScores& scores, const std::string& by) {
    TextTable table{{by, "systems"}, {}};
    for (const CorpusEntry& entry : scores.entries) table.headings.push_back(name_of(entry));
    const std::vector<CorpusGroup>& groups = scores.entries.front().groups;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].by != by) continue;
        std::vector<std::string> row{groups[i].value, std::to_string(groups[i].failed.trajectories)};
        for (const CorpusEntry& entry : scores.entries)
            row.push_back(error_text(entry.groups[i].error, entry.groups[i].ci95));
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace

std::string corpus_scores_text(const CorpusScores& scores, std::size_t width) {
    std::string text =
        "Kinetic error K: geometric mean over time, trajectories and systems, with the 95 % interval over "
        "systems.\n";
    if (scores.context > 1)
        text += "Samples 0 .. " + std::to_string(scores.context - 1) + " are given and do not count.\n";
    for (const char* by : {"side", "dimension", "freedom", "parts", "kind"}) {
        const TextTable table = table_of(scores, by);
        if (table.rows.empty()) continue;
        text += std::string(by) + std::string(by == std::string("side") ? "" : ", of the side test") + ":\n";
        text += table.text(width);
    }
    for (const CorpusEntry& entry : scores.entries) {
        for (const CorpusGroup& group : entry.groups)
            if (group.by == "side" && group.value == "test")
                text +=
                    name_of(entry) + ": failed (K > 0.5) on " + failed_text(group.failed) + " of the test systems\n";
        if (entry.missing > 0)
            text += name_of(entry) + ": " + counted(entry.missing, "system") + " without an answer, which count 1\n";
        if (entry.not_finite > 0)
            text += name_of(entry) + ": " + counted(entry.not_finite, "trajectory", "trajectories") +
                    " with samples that are not finite, which count 1\n";
    }
    return text;
}

std::string corpus_facts_json(const CorpusScores& scores) {
    Json sides = Json::array();
    for (const int side : scores.sides) sides.push_back(side_names[side]);
    return Json{{"corpus",
                 {{"directory", scores.directory},
                  {"recipe", scores.recipe},
                  {"seed", scores.seed},
                  {"digest", scores.digest}}},
                {"context", scores.context},
                {"systems", scores.systems},
                {"sides", sides}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> corpus_entries_json(const CorpusScores& scores) {
    std::vector<std::string> items;
    for (const CorpusEntry& entry : scores.entries) {
        Json item{{"model", entry.model}};
        item["file"] = text_or_null(entry.file);
        item["notes"] = entry.notes;
        item["missing"] = entry.missing;
        item["not_finite"] = entry.not_finite;
        item["kinetic_error"] = json_numbers(entry.errors);
        item["groups"] = Json::array();
        for (const CorpusGroup& group : entry.groups)
            item["groups"].push_back({{"by", group.by},
                                      {"value", group.value},
                                      {"systems", group.failed.trajectories},
                                      {"kinetic_error", json_number(group.error)},
                                      {"kinetic_error_ci95", json_interval(group.ci95)},
                                      {"failed", group.failed.failed}});
        items.push_back(item.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    return items;
}

}  // namespace cchnn
