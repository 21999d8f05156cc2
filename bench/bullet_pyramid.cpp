#include "bench/bullet_pyramid.h"

#include <btBulletDynamicsCommon.h>

#include <vector>

namespace pliant::bench {

struct BulletPyramid::World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad_phase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld dynamics{&dispatcher, &broad_phase, &solver, &configuration};
    btStaticPlaneShape plane{btVector3(0, 1, 0), 0};
    btBoxShape box{btVector3(0.5f, 0.5f, 0.5f)};
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    void add(btCollisionShape& shape, float mass, const btVector3& at) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_friction = 0.7071f;  // Bullet multiplies the two: 0.5
        info.m_startWorldTransform.setOrigin(at);
        bodies.push_back(std::make_unique<btRigidBody>(info));
        bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        dynamics.addRigidBody(bodies.back().get());
    }
};

BulletPyramid::BulletPyramid(int base, int iterations) : world_(std::make_unique<World>()) {
    world_->dynamics.setGravity(btVector3(0, -9.81f, 0));
    world_->dynamics.getSolverInfo().m_numIterations = iterations;
    world_->add(world_->plane, 0, btVector3(0, 0, 0));
    for (int row = 0; row < base; ++row)
        for (int k = 0; k < base - row; ++k)
            world_->add(world_->box, 1,
                        btVector3(0.505f * float(row) + 1.01f * float(k) - 0.505f * float(base), 0.5f + float(row), 0));
}

BulletPyramid::~BulletPyramid() {
    for (const auto& body : world_->bodies) world_->dynamics.removeRigidBody(body.get());
}

void BulletPyramid::step() { world_->dynamics.stepSimulation(1 / 60.0f, 0); }
double BulletPyramid::top() const { return world_->bodies.back()->getWorldTransform().getOrigin().y(); }

}  // namespace pliant::bench
