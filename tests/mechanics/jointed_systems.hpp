#pragma once
// Graphs of jointed bodies that no file has: every kind of part of a tree, and a row beside its joints.

#include <string>
#include <vector>

namespace cchnn_test {
using namespace cchnn;

// In space: from a cart hang a rod, a plate, a box and a lid on a hinge, which a link ties to the ground; a box with a
// rod floats. Cart and box are roots, the row of the link is no joint's.
inline const char* const mixed_tree = R"json({"name": "mixed_tree", "dimension": 3, "bodies": [
  {"id": "anchor", "type": "Origin", "position": [0, 1, 0]},
  {"id": "lid", "type": "Obj3D", "mass": 0.6, "second_moments": [0.1, 0.2, 0.05]},
  {"id": "rod", "type": "Obj1D", "mass": 1.1, "second_moments": [0.08]},
  {"id": "plate", "type": "Obj2D", "mass": 0.7, "second_moments": [0.05, 0.02]},
  {"id": "box", "type": "Obj3D", "mass": 1.3, "second_moments": [0.2, 0.1, 0.4]},
  {"id": "cart", "type": "Obj0D", "mass": 2},
  {"id": "free", "type": "Obj3D", "mass": 0.9, "second_moments": [0.3, 0.1, 0.2]},
  {"id": "tail", "type": "Obj1D", "mass": 0.4, "second_moments": [0.03]}],
 "constraints": [
  {"type": "Joint+Axis", "between": [{"body": "box", "point": [0.1, 0, 0]}, {"body": "lid", "point": [-0.2, 0, 0]}], "axis": [[0, 0.6, 0.8], [0, 0.6, 0.8]]},
  {"type": "Joint", "between": ["cart", {"body": "rod", "point": [0.5]}]},
  {"type": "Joint", "between": [{"body": "rod", "point": [-0.5]}, {"body": "plate", "point": [-0.3, 0]}]},
  {"type": "Joint", "between": [{"body": "plate", "point": [0.3, 0.2]}, {"body": "box", "point": [0, 0.2, 0.2]}]},
  {"type": "Link", "between": ["anchor", "lid"], "length": 1.8027756377319946},
  {"type": "Joint", "between": [{"body": "free", "point": [0.2, 0, 0]}, {"body": "tail", "point": [-0.3]}]}],
 "potentials": [{"type": "Gravity", "g": 9.81}],
 "initial_conditions": {"state": {"position": {"cart": [0, 0, 0], "rod": [[0, 0, -0.5], [0, 0, 0.5]],
   "plate": [[0.3, 0, -1], [1.3, 0, -1], [0.3, 1, -1]], "box": [[0.6, 0, -1.2], [1.6, 0, -1.2], [0.6, 1, -1.2], [0.6, 0, -0.2]],
   "lid": [[0.9, 0, -1.2], [1.9, 0, -1.2], [0.9, 1, -1.2], [0.9, 0, -0.2]], "free": [[3, 0, 0], [4, 0, 0], [3, 1, 0], [3, 0, 1]],
   "tail": [[3.5, 0, 0], [4.5, 0, 0]]},
  "velocity": {"cart": [0, 0, 0], "rod": [[0, 0, 0], [0, 0, 0]], "plate": [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
   "box": [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]], "lid": [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]],
   "free": [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]], "tail": [[0, 0, 0], [0, 0, 0]]}}},
 "sampling": {"dt": 0.03, "steps": 41}})json";

// In a plane: from a cart hang a rod and a plate, and two more of each from them; a spring, and a link that closes a
// loop.
inline const char* const planar_tree = R"json({"name": "planar_tree", "dimension": 2, "bodies": [
  {"id": "wall", "type": "Origin", "position": [2, -1]}, {"id": "cart", "type": "Obj0D", "mass": 2},
  {"id": "rod", "type": "Obj1D", "mass": 1.1, "second_moments": [0.08]},
  {"id": "plate", "type": "Obj2D", "mass": 0.7, "second_moments": [0.05, 0.02]},
  {"id": "end", "type": "Obj1D", "mass": 0.5, "second_moments": [0.03]},
  {"id": "flap", "type": "Obj2D", "mass": 0.3, "second_moments": [0.02, 0.06]}],
 "constraints": [
  {"type": "Joint", "between": ["cart", {"body": "rod", "point": [-0.5]}]},
  {"type": "Joint", "between": [{"body": "rod", "point": [0.5]}, {"body": "plate", "point": [-0.3, 0.1]}]},
  {"type": "Joint", "between": [{"body": "plate", "point": [0.3, 0.2]}, {"body": "end", "point": [-0.2]}]},
  {"type": "Joint", "between": [{"body": "rod", "point": [0.2]}, {"body": "flap", "point": [0.1, 0.3]}]},
  {"type": "Link", "between": ["wall", "plate"], "length": 1.140175425099138}],
 "potentials": [{"type": "Gravity", "g": 9.81}, {"type": "Spring", "between": ["flap", "end"], "stiffness": 5, "rest_length": 0.4}],
 "initial_conditions": {"state": {"position": {"cart": [0, 0], "rod": [[0.5, 0], [1.5, 0]],
   "plate": [[1.3, -0.1], [2.3, -0.1], [1.3, 0.9]], "end": [[1.8, 0.1], [2.8, 0.1]], "flap": [[0.6, -0.3], [1.6, -0.3], [0.6, 0.7]]},
  "velocity": {"cart": [0, 0], "rod": [[0, 0], [0, 0]], "plate": [[0, 0], [0, 0], [0, 0]], "end": [[0, 0], [0, 0]],
   "flap": [[0, 0], [0, 0], [0, 0]]}}},
 "sampling": {"dt": 0.03, "steps": 41}})json";

}  // namespace cchnn_test
