// apps/install_packages.sh in a clone of its own, on a machine whose package manager is two scripts: nothing is
// installed, nothing is fetched.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "apps/program.hpp"
#include "places.hpp"
#include "stories/story_fixture.hpp"

namespace cchnn_test {
namespace {

namespace fs = std::filesystem;
using cchnn_test::bytes_of;
using cchnn_test::contains_text;
using cchnn_test::ScratchDirectory;

// Every package is installed but `lacks`. apt-get notes what it is asked for, and has an archive of libvalijson-dev.
class Machine {
  public:
    explicit Machine(const std::string& lacks) {
        for (const char* directory : {"apps", "bin", "archive/DEBIAN", "archive/usr/include/valijson"})
            fs::create_directories(scratch_ / directory);
        fs::copy_file(fs::path(cchnn_test::source_dir()) / "apps/install_packages.sh",
                      scratch_ / "apps/install_packages.sh");
        std::ofstream(scratch_ / "archive/DEBIAN/control")
            << "Package: libvalijson-dev\nVersion: 1\nArchitecture: all\nMaintainer: a test <a@b.c>\n"
               "Depends: qtbase5-dev\nDescription: headers\n";
        std::ofstream(scratch_ / "archive/usr/include/valijson/validator.hpp") << "// Valijson\n";
        script("dpkg-query", "case \"$3\" in " + lacks + ") exit 1 ;; esac; echo installed");
        script("apt-get", "echo \"$@\" >>" + (scratch_ / "asked").string() +
                              "; case \"$*\" in *download*) dpkg-deb --build " + (scratch_ / "archive").string() +
                              " libvalijson-dev_1_all.deb ;; esac");
    }
    // Standard output; the exit code must be 0.
    std::string install(const std::string& sets) const {
        const std::string command = "PATH=" + (scratch_ / "bin").string() + ":/usr/sbin:/usr/bin:/sbin:/bin " +
                                    (scratch_ / "apps/install_packages.sh").string() + " " + sets + " >" +
                                    (scratch_ / "said").string() + " 2>&1";
        const int status = std::system(command.c_str());
        const std::string said = bytes_of(scratch_ / "said");
        CHECK_MESSAGE(status == 0, said);
        return said;
    }
    std::string asked() const { return fs::exists(scratch_ / "asked") ? bytes_of(scratch_ / "asked") : ""; }
    fs::path packages() const { return scratch_ / ".packages"; }

  private:
    void script(const std::string& name, const std::string& text) const {
        std::ofstream(scratch_ / "bin" / name) << "#!/bin/sh\n" << text << "\n";
        fs::permissions(scratch_ / "bin" / name, fs::perms::owner_all);
    }
    ScratchDirectory scratch_;
};

TEST_CASE("Valijson's headers come without the packages that libvalijson-dev depends on") {
    const Machine machine("libvalijson-dev");
    CHECK(contains_text(machine.install("programs"), "Unpacking libvalijson-dev into "));
    CHECK(bytes_of(machine.packages() / "libvalijson-dev/usr/include/valijson/validator.hpp") == "// Valijson\n");
    CHECK(contains_text(machine.asked(), "download libvalijson-dev"));
    CHECK_FALSE(contains_text(machine.asked(), "install"));
    // Nothing else is left there, and the second time nothing is done.
    CHECK(std::distance(fs::directory_iterator(machine.packages()), fs::directory_iterator()) == 1);
    CHECK_FALSE(fs::exists(machine.packages() / "libvalijson-dev/libvalijson-dev_1_all.deb"));
    CHECK(machine.install("programs") == "");
}

TEST_CASE("an installed libvalijson-dev is taken as it is") {
    const Machine machine("nothing");
    CHECK(machine.install("programs tests") == "");
    CHECK(machine.asked() == "");
    CHECK_FALSE(fs::exists(machine.packages()));
}

TEST_CASE("rsvg-convert is installed for pictures and for tests, not for the programs") {
    CHECK(Machine("librsvg2-bin").install("programs") == "");
    for (const char* set : {"pictures", "programs tests"}) {
        const Machine machine("librsvg2-bin");
        CHECK(contains_text(machine.install(set), "Installing with apt-get: librsvg2-bin"));
        CHECK(contains_text(machine.asked(), "install -y --no-install-recommends librsvg2-bin\n"));
    }
}

}  // namespace
}  // namespace cchnn_test
