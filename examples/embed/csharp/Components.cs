// A world and bodies as the components of an engine: fields that are edited and checked, one step a frame, meshes that
// are written to, and everything let go at the end.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Pliant.Components
{
    public class PliantError : Exception
    {
        public PliantError(string sentence) : base(sentence) { }
        public static void Check(Result result)
        {
            if (result != Result.Ok) throw new PliantError(Marshal.PtrToStringAnsi(Native.pliant_last_error()));
        }
    }

    // What an engine calls a mesh: arrays that are drawn.
    public class Mesh
    {
        public float[] Vertices;  // x y z
        public int[] Triangles;
        public float[] Painted;   // 0 … 1 of each vertex: how much it jiggles; or null
    }

    public class WorldComponent : IDisposable
    {
        public World Id;
        readonly List<BodyComponent> bodies = new List<BodyComponent>();

        public WorldComponent(uint threads = 1)
        {
            if (Native.pliant_version() != Native.Version) throw new PliantError("libpliant is of another version");
            WorldDef def = Native.pliant_default_world_def();
            def.threads = threads;
            PliantError.Check(Native.pliant_world_create(ref def, out Id));
        }

        public void Floor()
        {
            ColliderDef def = Native.pliant_default_collider_def();
            Object floor;
            PliantError.Check(Native.pliant_collider_create(Id, ref def, out floor));
        }

        internal void Add(BodyComponent body) { bodies.Add(body); }
        internal void Remove(BodyComponent body) { bodies.Remove(body); }

        // Once a frame, with the time that it took.
        public void Update(double seconds)
        {
            uint steps;
            PliantError.Check(Native.pliant_world_advance(Id, seconds, 8, out steps));
            if (steps == 0) return;
            foreach (BodyComponent body in bodies) body.Show();
        }

        // When the application quits: bodies first, then the world they are in.
        public void Dispose()
        {
            foreach (BodyComponent body in bodies.ToArray()) body.Dispose();
            Native.pliant_world_destroy(Id);
            Id = default(World);
        }
    }

    // One object with one or several meshes, each a body of its own.
    public class BodyComponent : IDisposable
    {
        // Edited in an inspector; Validate keeps them in order, as they are edited.
        public double MinStiffness = 2, MaxStiffness = 20, Mass = 0.01, DampingRatio = 0.5;

        readonly WorldComponent world;
        readonly List<Mesh> meshes = new List<Mesh>();
        readonly List<Object> bodies = new List<Object>();

        public BodyComponent(WorldComponent world, string name, Vec3 at, params Mesh[] parts)
        {
            this.world = world;
            Validate();
            foreach (Mesh mesh in parts)
            {
                meshes.Add(mesh);
                bodies.Add(Make(name + "/" + meshes.Count, mesh, at));
            }
            world.Add(this);
        }

        public void Validate()
        {
            MinStiffness = Math.Max(0, MinStiffness);
            MaxStiffness = Math.Max(MinStiffness, MaxStiffness);
            Mass = Math.Max(1e-6, Mass);
            DampingRatio = Math.Max(0, DampingRatio);
            for (int i = 0; i < bodies.Count; ++i)
                if (meshes[i].Painted != null)
                    PliantError.Check(Native.pliant_body_set_map(world.Id, bodies[i], "stiffness", "painted",
                                                                 MaxStiffness, MinStiffness, false));
        }

        Object Make(string name, Mesh mesh, Vec3 at)
        {
            var pinned = new List<GCHandle>();
            Func<object, IntPtr> Pin = array =>
            {
                pinned.Add(GCHandle.Alloc(array, GCHandleType.Pinned));
                return pinned[pinned.Count - 1].AddrOfPinnedObject();
            };
            IntPtr text = Marshal.StringToHGlobalAnsi(name), attribute = Marshal.StringToHGlobalAnsi("painted");
            Asset asset = default(Asset);
            Settings settings = default(Settings);
            Model model = default(Model);
            try
            {
                MeshDef def = Native.pliant_default_mesh_def();
                def.name = text;
                def.positions = Pin(mesh.Vertices);
                def.point_count = (UIntPtr)(mesh.Vertices.Length / 3);
                def.indices = Pin(mesh.Triangles);
                def.index_count = (UIntPtr)mesh.Triangles.Length;
                if (mesh.Painted != null)
                {
                    def.attribute_names = Pin(new[] { attribute });
                    def.attributes = Pin(new[] { Pin(mesh.Painted) });
                    def.attribute_count = (UIntPtr)1;
                }
                PliantError.Check(Native.pliant_asset_from_mesh(ref def, out asset));
                PliantError.Check(Native.pliant_settings_create("jiggle", out settings));
                PliantError.Check(Native.pliant_settings_set_number(settings, "mass", Mass));
                PliantError.Check(Native.pliant_settings_set_number(settings, "damping_ratio", DampingRatio));
                PliantError.Check(mesh.Painted != null
                    ? Native.pliant_settings_set_map(settings, "stiffness", "painted", MaxStiffness, MinStiffness, false)
                    : Native.pliant_settings_set_number(settings, "stiffness", MaxStiffness));
                PliantError.Check(Native.pliant_model_cook(asset, settings, out model));
                BodyDef body = Native.pliant_default_body_def();
                body.name = text;
                body.model = model;
                body.settings = settings;
                body.placement.position = at;
                body.use_placement = 1;
                Object made;
                PliantError.Check(Native.pliant_body_create(world.Id, ref body, out made));
                return made;
            }
            finally
            {
                foreach (GCHandle handle in pinned) handle.Free();
                Native.pliant_model_destroy(model);  // the body lives on
                Native.pliant_settings_destroy(settings);
                Native.pliant_asset_destroy(asset);
                Marshal.FreeHGlobal(text);
                Marshal.FreeHGlobal(attribute);
            }
        }

        // Into the arrays that the engine draws.
        public void Show()
        {
            for (int i = 0; i < bodies.Count; ++i)
            {
                Surface surface;
                PliantError.Check(Native.pliant_body_surface(world.Id, bodies[i], out surface));
                if (surface.vertex_count * 3 == meshes[i].Vertices.Length)
                    Marshal.Copy(surface.positions, meshes[i].Vertices, 0, meshes[i].Vertices.Length);
            }
        }

        public void Dispose()
        {
            foreach (Object body in bodies) Native.pliant_body_destroy(world.Id, body);
            bodies.Clear();
            world.Remove(this);
        }
    }
}
