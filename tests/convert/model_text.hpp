#pragma once
// Models as texts, converted.

#include <nlohmann/json.hpp>
#include <string>

#include "convert/convert_model.hpp"
#include "stories/story_fixture.hpp"

namespace cchnn_test {

using cchnn_test::contains_text;

struct Text {
    cchnn_test::ScratchDirectory scratch;
    cchnn::ConvertedModel converted(const std::string& text, const cchnn::ConvertChoices& choices = {}) const {
        cchnn_test::write_text(scratch / "m.xml", text);
        return cchnn::convert_model(scratch / "m.xml", choices);
    }
    // What is wrong with it, a line each, from the file's name on; "" when nothing is.
    std::string complaint(const std::string& text) const {
        try {
            converted(text);
            return "";
        } catch (const cchnn::Error& error) {
            return short_names(cchnn::to_text(error.problems()));
        }
    }
    // "m.xml:3 limit: limits of joint 'a'", a line each.
    std::string losses(const std::string& text) const {
        std::string lines;
        const cchnn::ConvertedModel model = converted(text);
        for (const cchnn::Loss& loss : model.remarks.losses())
            lines += loss.what.where + " " + loss.kind + ": " + loss.what.what + "\n";
        return short_names(lines);
    }
    std::string notes(const std::string& text) const {
        const std::vector<cchnn::Problem> notes = converted(text).remarks.notes();
        return notes.empty() ? "" : short_names(cchnn::to_text(notes));
    }

  private:
    std::string short_names(std::string text) const {
        const std::string directory = scratch.path().string() + "/";
        for (std::size_t at = 0; (at = text.find(directory)) != std::string::npos;) text.erase(at, directory.size());
        return text;
    }
};

inline nlohmann::json system_of(const std::string& text, const cchnn::ConvertChoices& choices = {}) {
    return nlohmann::json::parse(Text().converted(text, choices).json);
}

// A body on a hinge, with more inside of it, and more in the file.
inline std::string mjcf(const std::string& body, const std::string& sections = "") {
    return "<mujoco model=\"m\">\n<worldbody><body name=\"b\">\n" + body + "\n</body></worldbody>\n" + sections +
           "\n</mujoco>\n";
}
inline const std::string solid = "<inertial pos=\"0 0 0\" mass=\"2\" diaginertia=\"0.2 0.3 0.4\"/>";
inline const std::string hinge = "<joint name=\"j\" axis=\"0 1 0\"/>";

// A link that turns about x, with the joint's parts in between.
inline std::string urdf(const std::string& joint_parts, const std::string& more = "",
                        const std::string& type = "continuous") {
    return "<robot name=\"r\">\n<link name=\"base\"/>\n<link name=\"arm\"><inertial><mass value=\"2\"/>"
           "<inertia ixx=\"0.2\" iyy=\"0.3\" izz=\"0.4\"/></inertial></link>\n<joint name=\"j\" type=\"" +
           type + "\"><parent link=\"base\"/><child link=\"arm\"/>" + joint_parts + "</joint>\n" + more +
           "\n</robot>\n";
}

}  // namespace cchnn_test
