// Made by scripts/csharp.py from pliant.h: not to be edited.
// Texts that come out are IntPtr: Marshal.PtrToStringAnsi reads them.
using System;
using System.Runtime.InteropServices;

namespace Pliant
{
    public enum Result
    {
        Ok = 0,
        BadArgument = 1,
        NoSuchId = 2,
        BadInput = 3,
        BufferTooSmall = 4,
        WorldLocked = 5,
        Failed = 6,
        OutOfMemory = 7,
    }
    public enum ObjectType
    {
        ObjectNone = 0,
        ObjectCollider = 1,
        ObjectBody = 2,
    }
    public enum LogLevel
    {
        LogError = 0,
        LogWarning = 1,
        LogNote = 2,
    }
    public enum Ease
    {
        Linear = 0,
        Smooth = 1,
        Step = 2,
    }
    public enum Phase
    {
        Begin = 0,
        Stay = 1,
        End = 2,
    }
    public enum Change
    {
        Slept = 0,
        Woke = 1,
        Quarantined = 2,
    }
    public enum GuideMotion
    {
        GuideStopped,
        GuidePlaying,
        GuidePaused,
    }
    public enum Debug
    {
        DebugSkins = 1,
        DebugContacts = 2,
        DebugAttachments = 4,
        DebugJoints = 8,
        DebugColliders = 16,
        DebugAll = 31,
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Vec3
    {
        public float x;
        public float y;
        public float z;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Quat
    {
        public float x;
        public float y;
        public float z;
        public float w;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Transform
    {
        public Vec3 position;
        public Quat rotation;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Box
    {
        public Vec3 low;
        public Vec3 high;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Settings
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Asset
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Model
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Scene
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct World
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Object
    {
        public uint slot;
        public uint generation;
        public uint type;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Attachment
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Field
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Joint
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Allocator
    {
        public IntPtr context;
        public IntPtr allocate;
        public IntPtr free;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Files
    {
        public IntPtr context;
        public IntPtr read;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Profiler
    {
        public IntPtr context;
        public IntPtr begin;
        public IntPtr end;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Parameter
    {
        public IntPtr name;
        public IntPtr unit;
        public IntPtr help;
        public IntPtr takes;
        public IntPtr choices;
        public IntPtr left_out;
        public double low;
        public double high;
        public double initial0;
        public double initial1;
        public double initial2;
        public byte keyed;
        public byte painted;
        public byte live;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct LineDef
    {
        public uint cookie;
        public IntPtr points;
        public UIntPtr point_count;
        public Vec3 direction;
        public double width;
        public double strength;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct AssetDef
    {
        public uint cookie;
        public IntPtr unit;
        public IntPtr up;
        public IntPtr mesh;
        public double scale;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct MeshDef
    {
        public uint cookie;
        public IntPtr name;
        public IntPtr positions;
        public UIntPtr position_stride;
        public UIntPtr point_count;
        public IntPtr normals;
        public UIntPtr normal_stride;
        public IntPtr uvs;
        public UIntPtr uv_stride;
        public IntPtr indices;
        public UIntPtr index_count;
        public IntPtr attribute_names;
        public IntPtr attributes;
        public UIntPtr attribute_count;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct ModelInfo
    {
        public IntPtr kind;
        public uint particles;
        public uint vertices;
        public uint triangles;
        public uint contact_points;
        public double volume;
        public ulong hash;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Jobs
    {
        public IntPtr context;
        public uint workers;
        public IntPtr start;
        public IntPtr finish;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct WorldDef
    {
        public uint cookie;
        public uint threads;
        public IntPtr jobs;
        public Settings settings;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct WorldInfo
    {
        public double time;
        public double step_length;
        public ulong steps;
        public float interpolation;
        public uint bodies;
        public uint colliders;
        public uint bodies_awake;
        public uint contacts;
        public uint islands;
        public uint substeps;
        public double kinetic_energy;
        public double potential_energy;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct BodyDef
    {
        public uint cookie;
        public IntPtr name;
        public Model model;
        public Settings settings;
        public Transform placement;
        public byte use_placement;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Channel
    {
        public IntPtr parameter;
        public double low;
        public double high;
        public byte logarithmic;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct PixelsDef
    {
        public uint cookie;
        public IntPtr pixels;
        public uint width;
        public uint height;
        public UIntPtr stride;
        public IntPtr uvs;
        public UIntPtr uv_count;
        public Channel red;
        public Channel green;
        public Channel blue;
        public Channel alpha;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct BodyInfo
    {
        public IntPtr name;
        public IntPtr kind;
        public uint particles;
        public double mass;
        public Vec3 center;
        public Vec3 velocity;
        public Box bounds;
        public byte asleep;
        public byte quarantined;
        public double modulus_wanted;
        public double modulus_attainable;
        public uint substeps;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct MaterialRange
    {
        public uint material;
        public uint first_index;
        public uint index_count;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Material
    {
        public IntPtr name;
        public Vec3 color;
        public float opacity;
        public float roughness;
        public float metallic;
        public byte two_sided;
        public IntPtr texture;
        public IntPtr texture_bytes;
        public UIntPtr texture_size;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Surface
    {
        public uint vertex_count;
        public uint index_count;
        public uint range_count;
        public uint material_count;
        public uint point_count;
        public uint face_count;
        public IntPtr positions;
        public IntPtr previous_positions;
        public IntPtr normals;
        public IntPtr tangents;
        public IntPtr uvs;
        public IntPtr indices;
        public IntPtr ranges;
        public IntPtr vertex_points;
        public IntPtr point_vertices;
        public IntPtr face_starts;
        public IntPtr face_vertices;
        public IntPtr face_materials;
        public Box bounds;
        public uint topology_version;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct ColliderDef
    {
        public uint cookie;
        public IntPtr name;
        public Settings settings;
        public Asset mesh;
        public IntPtr heights;
        public uint columns;
        public uint rows;
        public Transform pose;
        public byte use_pose;
        public IntPtr parts;
        public UIntPtr part_count;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct HostBody
    {
        public Transform pose;
        public Vec3 velocity;
        public Vec3 angular_velocity;
        public float mass;
        public Vec3 inertia;
        public Transform mass_frame;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct ContactImpulse
    {
        public Object other;
        public Vec3 point;
        public Vec3 impulse;
        public uint substep;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct JointInfo
    {
        public IntPtr name;
        public Object a;
        public Object b;
        public Vec3 position;
        public float twist;
        public Vec3 swing;
        public float force;
        public float torque;
        public byte broken;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct AttachmentDef
    {
        public uint cookie;
        public IntPtr name;
        public Object body;
        public Settings settings;
        public Vec3 point;
        public byte use_point;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct AttachmentInfo
    {
        public IntPtr name;
        public Object body;
        public uint points;
        public Vec3 place;
        public Vec3 target;
        public Vec3 held_at;
        public Vec3 force;
        public byte holding;
        public byte broken;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct GripInfo
    {
        public Vec3 place;
        public Vec3 held_at;
        public Vec3 target;
        public Object to;
        public IntPtr to_character;
        public IntPtr to_bone;
        public Vec3 to_place;
        public byte holding;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct ContactEvent
    {
        public Object a;
        public Object b;
        public Phase phase;
        public byte hit;
        public byte sensor;
        public Vec3 point;
        public Vec3 normal;
        public float impulse;
        public float speed;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct ObjectEvent
    {
        public Object @object;
        public Change change;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct AttachmentEvent
    {
        public Attachment attachment;
        public Object body;
        public Vec3 force;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct JointEvent
    {
        public Joint joint;
        public float force;
        public float torque;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct TearEvent
    {
        public Object body;
        public Object piece;
        public Vec3 point;
        public float load;
        public uint links;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct GuideInfo
    {
        public IntPtr clip;
        public double time;
        public GuideMotion motion;
        public UIntPtr clips;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Ray
    {
        public Vec3 origin;
        public Vec3 direction;
        public float length;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct Hit
    {
        public Object @object;
        public float distance;
        public Vec3 point;
        public Vec3 normal;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct DebugLine
    {
        public Vec3 from;
        public Vec3 to;
        public uint color;
    }
    [StructLayout(LayoutKind.Sequential)]
    public struct ReplayInfo
    {
        public ulong steps;
        public ulong calls;
        public ulong step;
        public Object @object;
        public byte differs;
        public byte whole;
    }
    public static class Native
    {
        const string Library = "pliant";
        public const uint Version = 100;
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint pliant_version();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr pliant_last_error();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_check_version(uint version, UIntPtr def_sizes);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void pliant_set_log(IntPtr log, IntPtr context);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void pliant_set_assert(IntPtr failed, IntPtr context);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_set_allocator(IntPtr allocator);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_set_files(IntPtr files);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_set_profiler(IntPtr profiler);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_parameter_count([MarshalAs(UnmanagedType.LPStr)] string table);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_parameter_at([MarshalAs(UnmanagedType.LPStr)] string table, UIntPtr index, out Parameter @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_settings_create([MarshalAs(UnmanagedType.LPStr)] string table, out Settings @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void pliant_settings_destroy(Settings settings);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_settings_set_number(Settings settings, [MarshalAs(UnmanagedType.LPStr)] string name, double value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_settings_set_flag(Settings settings, [MarshalAs(UnmanagedType.LPStr)] string name, [MarshalAs(UnmanagedType.U1)] bool value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_settings_set_vector(Settings settings, [MarshalAs(UnmanagedType.LPStr)] string name, double x, double y, double z);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_settings_set_text(Settings settings, [MarshalAs(UnmanagedType.LPStr)] string name, [MarshalAs(UnmanagedType.LPStr)] string value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_settings_set_names(Settings settings, [MarshalAs(UnmanagedType.LPStr)] string name, IntPtr names, UIntPtr count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_settings_set_preset(Settings settings, [MarshalAs(UnmanagedType.LPStr)] string preset);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_settings_set_keys(Settings settings, [MarshalAs(UnmanagedType.LPStr)] string name, IntPtr times, IntPtr values, UIntPtr count, Ease ease, [MarshalAs(UnmanagedType.U1)] bool loop);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_settings_set_map(Settings settings, [MarshalAs(UnmanagedType.LPStr)] string name, [MarshalAs(UnmanagedType.LPStr)] string attribute, double low, double high, [MarshalAs(UnmanagedType.U1)] bool logarithmic);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern LineDef pliant_default_line_def();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_settings_set_lines(Settings settings, [MarshalAs(UnmanagedType.LPStr)] string name, IntPtr lines, UIntPtr count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern AssetDef pliant_default_asset_def();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MeshDef pliant_default_mesh_def();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_asset_load([MarshalAs(UnmanagedType.LPStr)] string path, ref AssetDef def, out Asset @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_asset_from_memory(IntPtr bytes, UIntPtr size, [MarshalAs(UnmanagedType.LPStr)] string name, ref AssetDef def, out Asset @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_asset_from_mesh(ref MeshDef mesh, out Asset @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_asset_from_shape([MarshalAs(UnmanagedType.LPStr)] string shape, Vec3 size, uint detail, out Asset @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void pliant_asset_destroy(Asset asset);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr pliant_asset_report(Asset asset);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_asset_bounds(Asset asset, out Box @out, IntPtr points, out uint triangles, out byte closed);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_asset_is_solid(Asset asset, out byte @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_model_cook(Asset asset, Settings settings, out Model @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_model_load(IntPtr bytes, UIntPtr size, out Model @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_model_save(Model model, IntPtr buffer, UIntPtr capacity, out UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void pliant_model_destroy(Model model);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr pliant_model_report(Model model);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_model_get_info(Model model, out ModelInfo @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern WorldDef pliant_default_world_def();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_create(ref WorldDef def, out World @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void pliant_world_destroy(World world);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_step(World world);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_preroll(World world);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_advance(World world, double seconds, uint most_steps, out uint steps);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_set_number(World world, [MarshalAs(UnmanagedType.LPStr)] string parameter, double value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_set_vector(World world, [MarshalAs(UnmanagedType.LPStr)] string parameter, double x, double y, double z);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_get(World world, [MarshalAs(UnmanagedType.LPStr)] string parameter, IntPtr value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_shift_origin(World world, Vec3 by);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_set_viewpoint(World world, IntPtr at);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_get_info(World world, out WorldInfo @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_hash(World world, out ulong @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_stage_count();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr pliant_stage_name(UIntPtr stage);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_stage_seconds(World world, IntPtr seconds, UIntPtr count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern BodyDef pliant_default_body_def();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_create(World world, ref BodyDef def, out Object @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_destroy(World world, Object body);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_world_bodies(World world, IntPtr @out, UIntPtr capacity);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_find_body(World world, [MarshalAs(UnmanagedType.LPStr)] string name, out Object @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_set_number(World world, Object body, [MarshalAs(UnmanagedType.LPStr)] string parameter, double value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_set_flag(World world, Object body, [MarshalAs(UnmanagedType.LPStr)] string parameter, [MarshalAs(UnmanagedType.U1)] bool value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_set_map(World world, Object body, [MarshalAs(UnmanagedType.LPStr)] string parameter, [MarshalAs(UnmanagedType.LPStr)] string attribute, double low, double high, [MarshalAs(UnmanagedType.U1)] bool logarithmic);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_set_map_values(World world, Object body, [MarshalAs(UnmanagedType.LPStr)] string parameter, IntPtr values, UIntPtr count, double low, double high, [MarshalAs(UnmanagedType.U1)] bool logarithmic);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern PixelsDef pliant_default_pixels_def();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_set_map_pixels(World world, Object body, ref PixelsDef pixels);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_set_vector(World world, Object body, [MarshalAs(UnmanagedType.LPStr)] string parameter, double x, double y, double z);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_set_text(World world, Object body, [MarshalAs(UnmanagedType.LPStr)] string parameter, [MarshalAs(UnmanagedType.LPStr)] string text);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_set_names(World world, Object body, [MarshalAs(UnmanagedType.LPStr)] string parameter, IntPtr names, UIntPtr count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_set_lines(World world, Object body, [MarshalAs(UnmanagedType.LPStr)] string parameter, IntPtr lines, UIntPtr count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_get_number(World world, Object body, [MarshalAs(UnmanagedType.LPStr)] string parameter, out double @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_reset(World world, Object body, Transform at);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_hold(World world, Object body, IntPtr particles, UIntPtr count, [MarshalAs(UnmanagedType.U1)] bool held);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_set_contact_enabled(World world, Object body, IntPtr particles, UIntPtr count, [MarshalAs(UnmanagedType.U1)] bool enabled);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_particles_in_box(World world, Object body, Box box, IntPtr particles, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_particles_in_ball(World world, Object body, Vec3 center, float radius, IntPtr particles, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_get_info(World world, Object body, out BodyInfo @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_hash(World world, Object body, out ulong @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_particles(World world, Object body, IntPtr positions, IntPtr velocities, out uint count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_surface(World world, Object body, out Surface @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_material(World world, Object body, uint material, out Material @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_body_interpolated(World world, Object body, float t, IntPtr positions, UIntPtr stride, UIntPtr vertex_capacity);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ColliderDef pliant_default_collider_def();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_collider_create(World world, ref ColliderDef def, out Object @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_collider_destroy(World world, Object collider);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_find_collider(World world, [MarshalAs(UnmanagedType.LPStr)] string name, out Object @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_world_colliders(World world, IntPtr @out, UIntPtr capacity);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_collider_move(World world, Object collider, Transform to);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_collider_set_host_body(World world, Object collider, IntPtr state);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_collider_host_impulse(World world, Object collider, out Vec3 impulse, out Vec3 angular_impulse);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_on_substep(World world, IntPtr after, IntPtr context);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr pliant_object_name(World world, Object @object);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_get_pose(World world, Object @object, out Transform @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_set_pose(World world, Object @object, Transform at);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_teleport(World world, Object @object, Transform by);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_get_velocity(World world, Object @object, out Vec3 linear, out Vec3 angular);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_set_velocity(World world, Object @object, Vec3 linear, Vec3 angular);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_apply_impulse(World world, Object @object, Vec3 impulse);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_apply_impulse_at(World world, Object @object, Vec3 impulse, Vec3 point);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_apply_force_at(World world, Object @object, Vec3 force, Vec3 point);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_get_mass(World world, Object @object, out double @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_is_asleep(World world, Object @object, out byte @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_wake(World world, Object @object);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_enable_contact_impulses(World world, Object @object, [MarshalAs(UnmanagedType.U1)] bool enabled);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_object_contact_impulses(World world, Object @object, IntPtr impulses, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_explode(World world, Vec3 center, float radius, float speed);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_joint_create(World world, [MarshalAs(UnmanagedType.LPStr)] string name, Settings settings, out Joint @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_joint_destroy(World world, Joint joint);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_joint_set_number(World world, Joint joint, [MarshalAs(UnmanagedType.LPStr)] string parameter, double value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_joint_set_vector(World world, Joint joint, [MarshalAs(UnmanagedType.LPStr)] string parameter, double x, double y, double z);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_joint_get_info(World world, Joint joint, out JointInfo @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_find_joint(World world, [MarshalAs(UnmanagedType.LPStr)] string name, out Joint @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_world_joints(World world, IntPtr @out, UIntPtr capacity);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern AttachmentDef pliant_default_attachment_def();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_attachment_create(World world, ref AttachmentDef def, out Attachment @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_attachment_destroy(World world, Attachment attachment);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_attachment_move(World world, Attachment attachment, Vec3 to);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_attachment_set_number(World world, Attachment attachment, [MarshalAs(UnmanagedType.LPStr)] string parameter, double value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_attachment_set_flag(World world, Attachment attachment, [MarshalAs(UnmanagedType.LPStr)] string parameter, [MarshalAs(UnmanagedType.U1)] bool value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_attachment_force(World world, Attachment attachment, out Vec3 force, out byte broken);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_attachment_get_info(World world, Attachment attachment, out AttachmentInfo @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_attachment_get_grip(World world, Attachment attachment, uint point, out GripInfo @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_find_attachment(World world, [MarshalAs(UnmanagedType.LPStr)] string name, out Attachment @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_world_attachments(World world, IntPtr @out, UIntPtr capacity);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_field_create(World world, [MarshalAs(UnmanagedType.LPStr)] string name, Settings settings, out Field @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_field_destroy(World world, Field field);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_field_set_number(World world, Field field, [MarshalAs(UnmanagedType.LPStr)] string parameter, double value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_field_set_vector(World world, Field field, [MarshalAs(UnmanagedType.LPStr)] string parameter, double x, double y, double z);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_find_field(World world, [MarshalAs(UnmanagedType.LPStr)] string name, out Field @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_world_contact_events(World world, IntPtr @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_world_object_events(World world, IntPtr @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_world_attachment_events(World world, IntPtr @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_world_joint_events(World world, IntPtr @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr pliant_world_tear_events(World world, IntPtr @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_guide_get_info(World world, Object body, out GuideInfo @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_guide_play(World world, Object body, [MarshalAs(UnmanagedType.LPStr)] string clip, double fade);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_guide_pause(World world, Object body);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_guide_stop(World world, Object body);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_guide_resume(World world, Object body);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_guide_seek(World world, Object body, double seconds);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_cast_rays(World world, IntPtr rays, UIntPtr count, IntPtr hits);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_closest_points(World world, IntPtr points, UIntPtr count, float radius, IntPtr hits);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_overlap_ball(World world, Vec3 center, float radius, IntPtr hits, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_debug_lines(World world, uint what, IntPtr lines, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_save(World world, IntPtr buffer, UIntPtr capacity, out UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_save_bodies(World world, IntPtr bodies, UIntPtr count, IntPtr buffer, UIntPtr capacity, out UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_restore(World world, IntPtr bytes, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_save_file(World world, [MarshalAs(UnmanagedType.LPStr)] string path);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_restore_file(World world, [MarshalAs(UnmanagedType.LPStr)] string path);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_capture_begin(World world, [MarshalAs(UnmanagedType.LPStr)] string path);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_capture_end(World world);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_replay([MarshalAs(UnmanagedType.LPStr)] string path, ref WorldDef def, ulong until, out ReplayInfo info, out World @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_record_begin(World world, [MarshalAs(UnmanagedType.LPStr)] string folder, [MarshalAs(UnmanagedType.LPStr)] string formats);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_record_frame(World world);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_world_record_end(World world);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_scene_load([MarshalAs(UnmanagedType.LPStr)] string path, IntPtr settings, UIntPtr setting_count, out Scene @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_scene_from_memory([MarshalAs(UnmanagedType.LPStr)] string json, [MarshalAs(UnmanagedType.LPStr)] string name, [MarshalAs(UnmanagedType.LPStr)] string folder, IntPtr settings, UIntPtr setting_count, out Scene @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void pliant_scene_destroy(Scene scene);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_scene_prepare(Scene scene, IntPtr progress, IntPtr context);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result pliant_scene_create_world(Scene scene, ref WorldDef def, out World @out);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr pliant_scene_report(Scene scene);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr pliant_scene_advice(Scene scene);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double pliant_scene_duration(Scene scene);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double pliant_scene_rate(Scene scene);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr pliant_schema();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr pliant_parameter_reference([MarshalAs(UnmanagedType.LPStr)] string table, [MarshalAs(UnmanagedType.LPStr)] string style);
    }
}
