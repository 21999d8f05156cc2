// Bullet's own rigid world, as a peer to be timed beside ours.
#pragma once

#include <memory>

namespace pliant::bench {

class BulletPyramid {
  public:
    BulletPyramid(int base, int iterations);
    ~BulletPyramid();
    void step();         // 1/60 s
    double top() const;  // [m] height of the box at the top

  private:
    struct World;
    std::unique_ptr<World> world_;
};

}  // namespace pliant::bench
