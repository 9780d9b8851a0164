#pragma once
// The part of `cchnn-gen show` about generalised coordinates: a line each, or why there are none.

#include "graph/body_graph.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

void print_coordinates(const SystemSpec& spec, const BodyGraph& graph);

}  // namespace cchnn
