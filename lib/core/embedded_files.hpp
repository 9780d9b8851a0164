#pragma once
// Files of the repository that travel inside the library: "systems/chain_pendulum_3.json", "systems/meshes/top.obj",
// "schemas/system.schema.json", "lib/report/page/html/page.css".
// The build writes the source from the files themselves (embed_files.cmake).

#include <map>
#include <string>

namespace cchnn {

const std::map<std::string, std::string>& embedded_files();

}  // namespace cchnn
