#include "dataset/documents/responsible_use.hpp"

#include <nlohmann/json.hpp>

namespace cchnn {
namespace {

std::string collection(const ManifestContent& content) {
    if (content.imported())
        return "States that were made elsewhere and imported; energies, coordinates and what else follows from them "
               "was "
               "computed from the equations of motion in /system/json.";
    return "Computed, not measured: the equations of motion in /system/json were integrated numerically, from " +
           (content.states ? std::string("initial states that were given in a file.")
                           : "initial conditions drawn at random from the distribution in /system/json, seed " +
                                 std::to_string(content.seed) + ".") +
           (content.inputs ? " Inputs were given in a file." : "") +
           " The integration settings are in /system/protocol.";
}

std::string biases(const ManifestContent& content) {
    if (content.imported() || content.states)
        return "Motions are those of the initial states that were given; how these were chosen is not known here.";
    return "Initial conditions have the distribution in /system/json: what is rare there is rare here.";
}

std::string exactness(const ManifestContent& content) {
    return content.imported() ? "Nothing says how exact the states are."
                              : "Where a file has /error_bound, it estimates how far a state is from the exact motion; "
                                "it is not proved.";
}

}  // namespace

std::string responsible_use_json(const ManifestContent& content) {
    nlohmann::ordered_json croissant;
    croissant["rai:dataCollection"] = collection(content);
    croissant["rai:dataCollectionType"] = {"Others: numerical simulation"};
    croissant["rai:dataCollectionMissingData"] =
        "A trajectory that could not be integrated to its end is named in /outcome, and is NaN after /end_time.";
    croissant["rai:personalSensitiveInformation"] = {"None: positions and velocities of the bodies of a mechanism."};
    croissant["rai:dataBiases"] = {biases(content)};
    croissant["rai:dataLimitations"] = {
        "Ideal mechanics: rigid bodies, exact constraints, no contact, impact, dry friction or noise of sensors.",
        exactness(content)};
    croissant["rai:dataUseCases"] = {
        "Training, validation and testing of models that predict motion.",
        "Not recommended: conclusions about a real machine, whose friction, play and flexibility are not in it."};
    return croissant.dump();
}

}  // namespace cchnn
