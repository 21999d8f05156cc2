// A game of two objects, one of two meshes: frames until it hangs still, a change in the inspector, more frames, and quit.
using System;
using Pliant;
using Pliant.Components;

static class Program
{
    // A square of cells, painted from stiff at one side to soft at the other.
    static Mesh Square(int cells, float left = 0)
    {
        int n = cells + 1;
        var mesh = new Mesh { Vertices = new float[3 * n * n], Triangles = new int[6 * cells * cells], Painted = new float[n * n] };
        for (int z = 0; z < n; ++z)
            for (int x = 0; x < n; ++x)
            {
                mesh.Vertices[3 * (z * n + x)] = left + (float)x / cells - 0.5f;
                mesh.Vertices[3 * (z * n + x) + 2] = (float)z / cells - 0.5f;
                mesh.Painted[z * n + x] = (float)x / cells;
            }
        int at = 0;
        for (int z = 0; z < cells; ++z)
            for (int x = 0; x < cells; ++x)
                foreach (int corner in new[] { z * n + x, (z + 1) * n + x, z * n + x + 1,
                                               z * n + x + 1, (z + 1) * n + x, (z + 1) * n + x + 1 })
                    mesh.Triangles[at++] = corner;
        return mesh;
    }

    static float Lowest(Mesh mesh)
    {
        float low = float.MaxValue;
        for (int i = 1; i < mesh.Vertices.Length; i += 3) low = Math.Min(low, mesh.Vertices[i]);
        return low;
    }

    static int Main()
    {
        using (var world = new WorldComponent(threads: 2))
        {
            world.Floor();
            Mesh left = Square(8), right = Square(16, 1.2f), other = Square(4);
            var pair = new BodyComponent(world, "pair", new Vec3 { y = 2 }, left, right);
            using (new BodyComponent(world, "other", new Vec3 { x = 3, y = 1 }, other))
            {
                for (int frame = 0; frame < 240; ++frame) world.Update(1.0 / 60);
                // m g / k of the softest vertex: 0.01 9.81 / 2
                Console.WriteLine("hangs at {0:F4} and {1:F4} m, {2:F4} wanted", Lowest(left), Lowest(right), 2 - 0.01 * 9.81 / 2);
                pair.MinStiffness = 10;
                pair.MaxStiffness = 5;  // out of order: put right
                pair.Validate();
                for (int frame = 0; frame < 120; ++frame) world.Update(1.0 / 60);
                Console.WriteLine("then at {0:F4} m, {1:F4} wanted; limits {2} … {3}", Lowest(left), 2 - 0.01 * 9.81 / 10,
                                  pair.MinStiffness, pair.MaxStiffness);
            }
            try
            {
                Native.pliant_world_step(default(World));
                PliantError.Check(Native.pliant_world_step(default(World)));
                return 1;
            }
            catch (PliantError e)
            {
                Console.WriteLine("said: " + e.Message);
            }
        }
        Console.WriteLine("clean");
        return 0;
    }
}
