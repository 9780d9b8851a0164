#include "convert_options.hpp"

#include <CLI/CLI.hpp>

#include "../json_option.hpp"

namespace cchnn {
namespace {

constexpr const char* convert_footer = R"(
MODEL is a URDF or MJCF (MuJoCo) file. Bodies, joints, gravity, springs and damping of joints become a system with the same
equations of motion; keyframes become its initial states. Bodies that are fixed to each other become one.
Limits of joints become Stops, and with --contacts collisions of spheres become Contacts.
Features that a system cannot have are listed with their place in the file: contact, friction, actuators, ... Then nothing is
written and the exit code is 1, unless --accept names each kind (schemas/system/models.md).
Examples:
  cchnn-gen convert arm.urdf -o arm.json
  cchnn-gen convert arm.urdf -o arm.json --accept limit,contact
  cchnn-gen convert arm.urdf -o arm.json --random-starts    to make training sets from
  cchnn-gen convert humanoid.xml -o humanoid.json --accept actuator,contact,limit,stiffness
  cchnn-gen convert drone.urdf --free-base -o -)";

}  // namespace

ConvertParser::ConvertParser(CLI::App& app)
    : convert_(app.add_subcommand("convert", "turn a URDF or MJCF (MuJoCo) model into a system file")) {
    convert_->add_option("MODEL", command_.options.model, "URDF or MJCF file")->required();
    convert_->add_option("-o,--output", command_.output, "JSON file to write; - for standard output")
        ->type_name("FILE|-")
        ->required();
    convert_
        ->add_option("--accept", command_.options.accept, "kinds of listed features to leave out, separated by commas")
        ->delimiter(',');
    convert_->add_flag("--free-base", command_.options.free_base, "let the root link of a URDF move freely");
    convert_->add_option("--name", command_.options.name, "name of the system [the model's]");
    CLI::Option* starts = convert_->add_flag(
        "--random-starts", command_.options.random_starts,
        "draw initial states: each hinge and slide within its limits, in place of the model's keyframes or pose");
    convert_
        ->add_option("--rate-std", command_.options.rate_std,
                     "standard deviation of the rates of joints that start at random, rad/s or m/s")
        ->needs(starts)
        ->capture_default_str();
    convert_->add_flag("--contacts", command_.options.contacts,
                       "make Contacts of collisions of spheres with planes and with spheres");
    convert_
        ->add_option(
            "--restitution", command_.options.restitution,
            "e of these Contacts, and of the Stops that limits of joints become; --accept limit leaves limits out")
        ->capture_default_str();
    convert_->add_option("--json", command_.json, json_option_help);
    convert_->add_flag("--force", command_.force, "replace an existing file");
    convert_->footer(convert_footer);
}

bool ConvertParser::parsed() const { return convert_->parsed(); }

}  // namespace cchnn
