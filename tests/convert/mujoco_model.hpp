#pragma once
// A model in MuJoCo, without what systems do not have: contacts, limits, dry friction, actuators.

#include <mujoco/mujoco.h>

#include <cstddef>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace cchnn_test {

using Numbers = std::vector<double>;

// A point of a body, in the body's frame.
struct Marker {
    int body;
    double local[3];
};

class MujocoModel {
  public:
    explicit MujocoModel(const std::string& file) {
        mju_user_warning = [](const char*) {};
        char error[1000] = "";
        model_ = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
        if (!model_) throw std::runtime_error(file + ": " + error);
        model_->opt.disableflags |=
            mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS | mjDSBL_EQUALITY | mjDSBL_ACTUATION;
        model_->opt.enableflags |= mjENBL_ENERGY;
        model_->opt.integrator = mjINT_RK4;
        data_ = mj_makeData(model_);
        reset();
    }
    ~MujocoModel() {
        mj_deleteData(data_);
        mj_deleteModel(model_);
    }
    MujocoModel(const MujocoModel&) = delete;
    MujocoModel& operator=(const MujocoModel&) = delete;

    int nv() const { return model_->nv; }
    // The state that a conversion starts from: the first keyframe, or as the file draws it.
    void reset() {
        if (model_->nkey > 0) mj_resetDataKeyframe(model_, data_, 0);
        else mj_resetData(model_, data_);
        mj_forward(model_, data_);
    }
    // The one that joints move after so many others; -1: there are fewer.
    int moving_body(int after) const {
        for (int i = 1; i < model_->nbody; ++i)
            if (model_->body_jntnum[i] > 0 && after-- == 0) return i;
        return -1;
    }
    // A joint without a name is called after its body: "leg_joint", "leg_joint_2".
    void forget(const std::string& kind, const std::string& joint) {
        int id = mj_name2id(model_, mjOBJ_JOINT, joint.c_str());
        if (const std::size_t end = joint.rfind("_joint"); id < 0 && end != std::string::npos) {
            const int owner = body(joint.substr(0, end)),
                      which = end + 7 < joint.size() ? std::stoi(joint.substr(end + 7)) : 1;
            if (owner > 0 && which <= model_->body_jntnum[owner]) id = model_->body_jntadr[owner] + which - 1;
        }
        if (id < 0) throw std::runtime_error("MuJoCo has no joint '" + joint + "'");
        const int first = model_->jnt_dofadr[id],
                  next = id + 1 < model_->njnt ? model_->jnt_dofadr[id + 1] : model_->nv;
        for (int dof = first; dof < next; ++dof) {
            if (kind == "armature") model_->dof_armature[dof] = 0;
            if (kind == "damping") model_->dof_damping[dof] = 0;
        }
        if (kind == "stiffness") model_->jnt_stiffness[id] = 0;
    }
    // Media and tendons are no part of a system.
    void forget_rest() {
        model_->opt.density = model_->opt.viscosity = 0;
        for (int i = 0; i < model_->ntendon; ++i) model_->tendon_stiffness[i] = model_->tendon_damping[i] = 0;
    }
    int body(const std::string& name) const { return mj_name2id(model_, mjOBJ_BODY, name.c_str()); }
    // Where a point of space is now, in a body's frame.
    Marker marker(int body, const double* x) const {
        Marker marker{body, {}};
        mjtNum apart[3];
        mju_sub3(apart, x, data_->xpos + 3 * body);
        mju_rotVecMatT(marker.local, apart, data_->xmat + 9 * body);
        return marker;
    }

    void draw(std::mt19937& random) {
        reset();
        std::normal_distribution<double> normal;
        // So little that no sprung hinge passes half a turn: a state by itself does not say how often it turned.
        std::uniform_real_distribution<double> little(-0.6, 0.6);
        Numbers change(static_cast<std::size_t>(nv()));
        for (double& entry : change) entry = little(random);
        mj_integratePos(model_, data_->qpos, change.data(), 1);
        for (int i = 0; i < nv(); ++i) data_->qvel[i] = normal(random);
        mj_forward(model_, data_);
    }
    void place(const Numbers& qpos, const Numbers& qvel) {
        mju_copy(data_->qpos, qpos.data(), model_->nq);
        mju_copy(data_->qvel, qvel.data(), nv());
        mj_forward(model_, data_);
    }
    Numbers qpos() const { return {data_->qpos, data_->qpos + model_->nq}; }
    Numbers qvel() const { return {data_->qvel, data_->qvel + nv()}; }
    Numbers qacc() const { return {data_->qacc, data_->qacc + nv()}; }

    Numbers positions(const std::vector<Marker>& markers) const {
        Numbers x;
        for (const Marker& marker : markers) {
            mjtNum point[3];
            to_space(marker, point);
            x.insert(x.end(), point, point + 3);
        }
        return x;
    }
    // (3 markers, nv), row-major.
    Numbers jacobian(const std::vector<Marker>& markers) const {
        Numbers rows(3 * markers.size() * static_cast<std::size_t>(nv()));
        for (std::size_t i = 0; i < markers.size(); ++i) {
            mjtNum point[3];
            to_space(markers[i], point);
            mj_jac(model_, data_, rows.data() + 3 * i * static_cast<std::size_t>(nv()), nullptr, point,
                   markers[i].body);
        }
        return rows;
    }
    Numbers velocities(const std::vector<Marker>& markers) const { return times(jacobian(markers), qvel()); }

    // J q'' + J' q', J' by differences along q' of orders 2 and 4 put together.
    Numbers accelerations(const std::vector<Marker>& markers) {
        const Numbers q = qpos(), qd = qvel();
        Numbers a = times(jacobian(markers), qacc());
        const double h = 2e-4;  // h^4 and 1e-16/h meet at about 1e-12
        const Numbers near = turned_rates(markers, q, qd, h), far = turned_rates(markers, q, qd, 2 * h);
        for (std::size_t i = 0; i < a.size(); ++i) a[i] += (4 * near[i] - far[i]) / 3;
        place(q, qd);
        return a;
    }
    Numbers mass_matrix() const {
        Numbers full(static_cast<std::size_t>(nv() * nv()));
        mj_fullM(model_, full.data(), data_->qM);
        return full;
    }
    double potential() const { return data_->energy[0]; }
    double kinetic() const { return data_->energy[1]; }

    void run(double time, double step) {
        model_->opt.timestep = step;
        const long steps = std::lround(time / step);
        for (long i = 0; i < steps; ++i) mj_step(model_, data_);
        mj_forward(model_, data_);
    }

    Numbers times(const Numbers& rows, const Numbers& rates) const {
        Numbers result(rows.size() / rates.size());
        for (std::size_t i = 0; i < result.size(); ++i)
            for (std::size_t j = 0; j < rates.size(); ++j) result[i] += rows[i * rates.size() + j] * rates[j];
        return result;
    }

  private:
    void to_space(const Marker& marker, mjtNum* point) const {
        mju_rotVecMat(point, marker.local, data_->xmat + 9 * marker.body);
        mju_addTo3(point, data_->xpos + 3 * marker.body);
    }
    Numbers turned_rates(const std::vector<Marker>& markers, const Numbers& q, const Numbers& qd, double h) {
        Numbers ahead = q, behind = q;
        mj_integratePos(model_, ahead.data(), qd.data(), h);
        mj_integratePos(model_, behind.data(), qd.data(), -h);
        place(ahead, qd);
        Numbers difference = velocities(markers);
        place(behind, qd);
        const Numbers back = velocities(markers);
        for (std::size_t i = 0; i < difference.size(); ++i) difference[i] = (difference[i] - back[i]) / (2 * h);
        return difference;
    }

    mjModel* model_ = nullptr;
    mjData* data_ = nullptr;
};

}  // namespace cchnn_test
