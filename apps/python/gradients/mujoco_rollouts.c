// Final states of MuJoCo from many starts, for __main__.py, which compiles this file as a shared library.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

// `states` has `count` rows of nq + nv numbers, which the last states replace; `force` acts along the first degree of freedom.
// Returns 0, or 1 with the reason in `error`.
int roll(const char* file, double dt, int integrator, double force, int steps, int count, double* states, char* error,
         int size) {
    mjModel* model = mj_loadXML(file, NULL, error, size);
    if (!model) return 1;
    model->opt.timestep = dt;
    model->opt.integrator = integrator;
    mjData* data = mj_makeData(model);
    const size_t nq = model->nq, nv = model->nv;
    for (int k = 0; k < count; ++k) {
        double* state = states + k * (nq + nv);
        mj_resetData(model, data);
        memcpy(data->qpos, state, nq * sizeof(double));
        memcpy(data->qvel, state + nq, nv * sizeof(double));
        data->qfrc_applied[0] = force;
        for (int i = 0; i < steps; ++i) mj_step(model, data);
        memcpy(state, data->qpos, nq * sizeof(double));
        memcpy(state + nq, data->qvel, nv * sizeof(double));
    }
    mj_deleteData(data);
    mj_deleteModel(model);
    return 0;
}
