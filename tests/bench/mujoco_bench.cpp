// MuJoCo, where it is installed, as the right-hand side of the peers' dopri5 at the paper's settings, for systems whose
// bodies turn on hinges one after the other. The state is MuJoCo's: angles of the hinges and their rates. Its models,
// without contacts and constraints, are made from the system files.

#ifdef CCHNN_HAS_MUJOCO

#include <mujoco/mujoco.h>

#include <cstring>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "elements/gravity.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "numbers/vector3.hpp"
#include "peer.hpp"

namespace cchnn::bench {
namespace {

// A body on the one before it; body axes are those of space where all angles are 0.
struct Hinged {
    Vector3 at{};      // the hinge, from that of the body before, m
    Vector3 axis{};    // of the hinge
    Vector3 centre{};  // of mass, from the hinge, m
    double mass = 0;
    Vector3 inertia{};  // kg m^2
};

std::vector<Hinged> hinged_bodies(const SystemSpec& spec) {
    std::vector<Hinged> bodies(spec.bodies.size() - 1);
    Vector3 end{};  // where the next hinge is
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        Hinged& body = bodies[k];
        const BodySpec& given = spec.bodies[k + 1];
        body.at = end;
        body.mass = given.mass;
        if (spec.dimension == 2) {  // a point mass on a rod that hangs down
            body.axis = {0, 0, 1};
            body.centre[1] = -items_of<LinkSpec>(spec.constraints)[k]->length;
            body.inertia = {1e-12, 1e-12, 1e-12};  // MuJoCo moves no body without
            end = body.centre;
            continue;
        }
        const std::vector<const JointAxisSpec*> hinges = items_of<JointAxisSpec>(spec.constraints);
        const std::vector<double>& second = given.second_moments;
        for (std::size_t j = 0; j < 3; ++j) {
            body.axis[j] = hinges[k]->axis_b[j];
            body.centre[j] = -hinges[k]->b.point[j];
            body.inertia[j] = body.mass * (second[(j + 1) % 3] + second[(j + 2) % 3]);
            if (k + 1 < bodies.size()) end[j] = hinges[k + 1]->a.point[j] + body.centre[j];
        }
    }
    return bodies;
}

std::string text(const Vector3& vector) {
    std::ostringstream out;
    out.precision(17);
    out << vector[0] << ' ' << vector[1] << ' ' << vector[2];
    return out.str();
}

std::string model_text(const std::vector<Hinged>& bodies, const Vector3& gravity) {
    std::ostringstream out;
    out.precision(17);
    out << "<mujoco><option gravity=\"" << text(gravity)
        << R"("><flag contact="disable" constraint="disable"/></option><worldbody>)";
    for (const Hinged& body : bodies)
        out << "<body pos=\"" << text(body.at) << R"("><joint type="hinge" axis=")" << text(body.axis)
            << "\"/><inertial pos=\"" << text(body.centre) << "\" mass=\"" << body.mass << "\" diaginertia=\""
            << text(body.inertia) << "\"/>";
    for (std::size_t k = 0; k < bodies.size(); ++k) out << "</body>";
    out << "</worldbody></mujoco>";
    return out.str();
}

std::shared_ptr<mjModel> load(const std::string& text) {
    const auto files = std::make_unique<mjVFS>();  // files in memory
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "model.xml", static_cast<int>(text.size()));
    std::memcpy(files->filedata[0], text.data(), text.size());
    char error[500] = "";
    const std::shared_ptr<mjModel> model(mj_loadXML("model.xml", files.get(), error, sizeof error), mj_deleteModel);
    mj_deleteVFS(files.get());
    if (!model) throw std::runtime_error(error);
    return model;
}

// How a body is turned, and turns.
struct Turning {
    std::array<Vector3, 3> axes;  // of the body, in space
    Vector3 omega;                // rad/s, in space
};

template <std::size_t N>
class MujocoHinges {
  public:
    using State = std::array<double, 2 * N>;

    explicit MujocoHinges(const SystemSpec& spec) : dimension_(to_size(spec.dimension)), bodies_(hinged_bodies(spec)) {
        Vector3 gravity{};
        gravity[dimension_ - 1] = -items_of<GravitySpec>(spec.potentials).front()->g;
        model_ = load(model_text(bodies_, gravity));
        data_.reset(mj_makeData(model_.get()), mj_deleteData);
    }

    State state(const InitialState& start) const {
        State y{};
        Turning before{{Vector3{1, 0, 0}, Vector3{0, 1, 0}, Vector3{0, 0, 1}}, {}};
        for (std::size_t k = 0; k < N; ++k) {
            const Turning now = turning(start, k);
            const Vector3& axis = bodies_[k].axis;
            double cosine = -1, sine = 0;  // twice those of the angle of the rotation from `before` to `now`
            Vector3 in_space{};
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t j = (i + 1) % 3, l = (i + 2) % 3;
                cosine += dot(before.axes[i], now.axes[i]);
                sine += axis[i] * (dot(before.axes[l], now.axes[j]) - dot(before.axes[j], now.axes[l]));
                for (std::size_t m = 0; m < 3; ++m) in_space[m] += axis[i] * now.axes[i][m];
            }
            y[k] = std::atan2(sine, cosine);
            y[N + k] = dot(in_space, now.omega) - dot(in_space, before.omega);
            before = now;
        }
        return y;
    }

    // The functions of mj_forward() that such a model needs; all of it takes a fifth longer.
    void operator()(const State& y, State& rate, double) const {
        const mjModel* model = model_.get();
        mjData* data = data_.get();
        std::copy_n(y.begin(), N, data->qpos);
        std::copy_n(y.begin() + N, N, data->qvel);
        mj_kinematics(model, data);
        mj_comPos(model, data);
        mj_crb(model, data);
        mj_factorM(model, data);
        mj_comVel(model, data);
        mj_rne(model, data, 0, data->qfrc_bias);
        for (std::size_t k = 0; k < N; ++k) data->qfrc_smooth[k] = -data->qfrc_bias[k];
        mj_solveM(model, data, rate.data() + N, data->qfrc_smooth, 1);
        std::copy_n(y.begin() + N, N, rate.begin());
    }

    std::vector<double> positions(const State& y, const InitialState&, double) const {
        std::copy_n(y.begin(), N, data_->qpos);
        mj_kinematics(model_.get(), data_.get());
        std::vector<double> x;
        for (std::size_t k = 1; k <= N; ++k) {
            const double *centre = data_->xipos + 3 * k, *rotation = data_->xmat + 9 * k;
            x.insert(x.end(), centre, centre + dimension_);
            if (dimension_ == 2) continue;
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j) x.push_back(centre[j] + rotation[3 * j + i]);
        }
        return x;
    }

  private:
    Turning turning(const InitialState& start, std::size_t k) const {
        Turning turning{};
        if (dimension_ == 2) {
            const double before_x = k ? start.x[2 * k - 2] : 0.0, before_y = k ? start.x[2 * k - 1] : 0.0,
                         before_u = k ? start.v[2 * k - 2] : 0.0, before_v = k ? start.v[2 * k - 1] : 0.0;
            const double length = -bodies_[k].centre[1], sine = (start.x[2 * k] - before_x) / length,
                         cosine = (before_y - start.x[2 * k + 1]) / length;
            turning.axes = {Vector3{cosine, sine, 0}, Vector3{-sine, cosine, 0}, Vector3{0, 0, 1}};
            turning.omega[2] = (cosine * (start.v[2 * k] - before_u) + sine * (start.v[2 * k + 1] - before_v)) / length;
            return turning;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            Vector3 rate{};
            for (std::size_t j = 0; j < 3; ++j) {
                turning.axes[i][j] = start.x[12 * k + 3 * i + 3 + j] - start.x[12 * k + j];
                rate[j] = start.v[12 * k + 3 * i + 3 + j] - start.v[12 * k + j];
            }
            const Vector3 half = cross(turning.axes[i], rate);  // the sum over i is 2 omega
            for (std::size_t j = 0; j < 3; ++j) turning.omega[j] += 0.5 * half[j];
        }
        return turning;
    }

    std::size_t dimension_;
    std::vector<Hinged> bodies_;
    std::shared_ptr<mjModel> model_;
    std::shared_ptr<mjData> data_;  // MuJoCo writes into it whatever it computes
};

template <std::size_t N>
void add(const std::string& system) {
    benchmark::RegisterBenchmark(("peers/" + system + "/mujoco").c_str(), [=](benchmark::State& state) {
        peer_benchmark<MujocoHinges<N>>(state, system, paper_protocol(),
                                        dopri5_stepper<typename MujocoHinges<N>::State>);
    })->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
    add<1>("chain_pendulum_1");
    add<2>("chain_pendulum_2");
    add<3>("chain_pendulum_3");
    add<5>("chain_pendulum_5");
    add<3>("hinged_arm_3");
    return true;
}();

}  // namespace
}  // namespace cchnn::bench

#endif
