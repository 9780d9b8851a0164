#include "convert/xml_element.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "convert/model_text.hpp"

// Files that are no XML, or were made to do harm: each is refused with its place, and soon.

namespace cchnn_test {
namespace {

TEST_CASE("what is no XML is told with its line") {
    const Text text;
    CHECK(text.complaint("") == "m.xml:1: is not XML: empty document");
    CHECK(text.complaint("<robot>\n<link>\n</robot>") == "m.xml:2: is not XML: mismatched element");
    CHECK(text.complaint("<robot name='a' name='b'/>") == "m.xml:1: is not XML: attribute 'name' twice");
    for (const char* not_closed :
         {"<robot>\n<link>\n<joint/>", "<robot>\n<link>\n<!-- <b> -->", "<robot>\n<link a='>'>"})
        CHECK(text.complaint(not_closed) == "m.xml:2: is not XML: mismatched element");
    CHECK(text.complaint("<robot/>\n</robot>") == "m.xml:2: is not XML: mismatched element");
    CHECK(text.complaint("<robot>\n<!-- \n\n</robot>") == "m.xml:2: is not XML: malformed comment");
    CHECK(text.complaint("<robot>\n<![CDATA[ \n\n</robot>") == "m.xml:2: is not XML: malformed cdata");
    CHECK(text.complaint("<?xml\n\n") == "m.xml:1: is not XML: malformed declaration");
    CHECK(text.complaint("<robot\na=1/>") == "m.xml:2: is not XML: malformed attribute");
    CHECK(text.complaint("<robot>\n<1/></robot>") == "m.xml:2: is not XML: malformed element");
    CHECK(text.complaint("<robot/>\ntext") == "m.xml:2: is not XML: malformed text");
    CHECK(text.complaint("<!-- alone -->") == "m.xml: is not XML: it has no element");
    CHECK(text.complaint("<robot/><robot/>") == "m.xml:1: a second root element; XML has one");
    CHECK(text.complaint(std::string("<robot name='a\0b'/>", 18)) == "m.xml: is not XML: it contains a zero byte");
    CHECK(text.complaint("\x7f"
                         "ELF\x02\x01") == "m.xml:1: is not XML: malformed text");
    CHECK(contains_text(text.complaint("<sdf version='1.6'/>"), "the root element is <sdf>; a URDF file has <robot>"));
}

TEST_CASE("document types are refused, so that no entity grows") {
    const std::string bomb =
        "<?xml version='1.0'?>\n<!DOCTYPE robot [\n<!ENTITY a \"aaaaaaaaaa\">\n<!ENTITY b \"&a;&a;&a;&a;&a;\">\n]>\n"
        "<robot name='&b;'/>";
    CHECK(contains_text(Text().complaint(bomb), "m.xml:2: document types and custom entities are not supported"));
    for (const char* type : {"<robot>\n<!DOCTYPE x></robot>", "<robot>\n<!ELEMENT x></robot>", "\n<!ENTITY x><robot/>"})
        CHECK(contains_text(Text().complaint(type), "m.xml:2: document types and custom entities are not supported"));
}

TEST_CASE("elements are nested 200 levels deep at most, with included files") {
    const Text text;
    const auto chain = [](int levels, const std::string& inside) {
        std::string deep = "<mujoco>";
        for (int i = 1; i < levels; ++i) deep += "<body>";
        deep += inside;
        for (int i = 1; i < levels; ++i) deep += "</body>";
        return deep + "</mujoco>";
    };
    CHECK(contains_text(text.complaint(chain(200, "")), "no body moves"));
    for (const int levels : {201, 50000})
        CHECK(text.complaint(chain(levels, "")) == "m.xml:1: is nested more than 200 levels deep");
    write_text(text.scratch / "rest.xml", chain(90, ""));
    CHECK(contains_text(text.complaint(chain(90, "<include file='rest.xml'/>")), "no body moves"));
    CHECK(contains_text(text.complaint(chain(120, "<include file='rest.xml'/>")),
                        "is nested too deeply, with its includes"));
}

TEST_CASE("a file with more elements or attributes than a limit is refused, and one that reaches the limit is read") {
    const cchnn_test::ScratchDirectory scratch;
    const std::string file = (scratch / "many.xml").string();
    const auto said = [&](std::size_t children, std::size_t attributes, std::size_t more) {
        std::string child = "<a", text = "<robot";
        for (std::size_t i = 0; i < attributes; ++i) child += " x" + std::to_string(i) + "=''";
        for (std::size_t i = 0; i < more; ++i) text += " y" + std::to_string(i) + "=''";
        text += ">";
        for (std::size_t i = 0; i < children; ++i) text += child + "/>";
        cchnn_test::write_text(file, text + "</robot>");
        try {
            cchnn::XmlTotals totals;
            cchnn::read_xml(file, totals);
            return std::string("was read");
        } catch (const cchnn::SpecError& error) {
            return std::string(error.what());
        }
    };
    CHECK(said(99'999, 0, 0) == "was read");
    CHECK(said(100'000, 0, 0) == file + ": more than 100000 elements");
    CHECK(said(2000, 100, 0) == "was read");
    CHECK(said(2000, 100, 1) == file + ": more than 200000 attributes");
    CHECK(said(1, 1001, 0) == file + ": more than 1000 attributes of one element");
}

TEST_CASE("a model is a regular file that is there") {
    const cchnn_test::ScratchDirectory scratch;
    const auto said = [&](const char* name) {
        try {
            cchnn::XmlTotals totals;
            cchnn::read_xml(scratch / name, totals);
            return std::string();
        } catch (const cchnn::IoError& error) {
            return std::string(error.what());
        }
    };
    CHECK(contains_text(said("none.xml"), "none.xml: cannot be read: No such file or directory"));
    std::filesystem::create_directory(scratch / "directory");
    CHECK(contains_text(said("directory"), "directory: is a directory"));
    REQUIRE(::mkfifo((scratch / "fifo").c_str(), 0600) == 0);
    CHECK(contains_text(said("fifo"), "fifo: is a device or a pipe, expected a URDF or MJCF file (XML)"));
}

TEST_CASE("an element has its place, attributes and children in order") {
    const cchnn_test::ScratchDirectory scratch;
    cchnn_test::write_text(scratch / "a.xml", "<a x='1'>\n<!-- no -->\n<b/>text<c y='&lt;'/>\n</a>");
    cchnn::XmlTotals totals;
    const cchnn::XmlElement a = cchnn::read_xml(scratch / "a.xml", totals);
    CHECK(*a.find("x") == "1");
    CHECK(a.find("y") == nullptr);
    REQUIRE(a.children.size() == 2);
    CHECK(a.children[0].where == (scratch / "a.xml").string() + ":3");
    CHECK(*a.children[1].find("y") == "<");
}

}  // namespace
}  // namespace cchnn_test
