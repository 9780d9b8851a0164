#include "elements/parts/reading/body_spec.hpp"

namespace cchnn {

int axis_count(BodyType type) {
    switch (type) {
        case BodyType::origin:
        case BodyType::obj0d: return 0;
        case BodyType::obj1d: return 1;
        case BodyType::obj2d: return 2;
        case BodyType::obj3d: return 3;
    }
    return 0;
}

const char* type_name(BodyType type) {
    switch (type) {
        case BodyType::origin: return "Origin";
        case BodyType::obj0d: return "Obj0D";
        case BodyType::obj1d: return "Obj1D";
        case BodyType::obj2d: return "Obj2D";
        case BodyType::obj3d: return "Obj3D";
    }
    return "";
}

std::vector<Exact> exact_second_moments(const BodySpec& body) {
    if (body.inertia.empty()) return {body.second_moments.begin(), body.second_moments.end()};
    const std::vector<double>& inertia = body.inertia;
    const Exact twice_mass = Exact(body.mass) + body.mass;
    std::vector<Exact> moments;
    for (std::size_t i = 0; i < 3; ++i)
        moments.push_back((Exact(inertia[(i + 1) % 3]) + inertia[(i + 2) % 3] - inertia[i]) / twice_mass);
    return moments;
}

}  // namespace cchnn
