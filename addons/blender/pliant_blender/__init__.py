"""Pliant in Blender: soft bodies, cloth, flesh and jiggle that are painted, guided, torn and baked."""
bl_info = {
    "name": "Pliant", "author": "The Pliant authors", "version": (0, 1, 0), "blender": (3, 4, 0),
    "location": "Properties > Physics > Pliant; sidebar of the 3D viewport", "category": "Physics",
    "description": "Deformable bodies that follow animation, are painted, keep dents and tear",
    "doc_url": "", "support": "COMMUNITY"}

try:
    import bpy
except ImportError:  # the parts that know nothing of Blender are tested without it
    bpy = None

if bpy:
    from . import author, bake, engine, exchange, generated, lattice_tools, panels, playback, preview, scene_import, \
        settings

    class PliantPreferences(bpy.types.AddonPreferences):
        bl_idname = __package__
        command: bpy.props.StringProperty(name="Command", subtype="FILE_PATH",
                                          description="The command `pliant`, for lattices, inverse solving and the "
                                                      "papers' formats; left out: the one in the add-on, or on the PATH")

        def draw(self, context):
            self.layout.prop(self, "command")
            text = engine.trouble() or f"Engine {engine.module().__version__}"
            for line in panels.wrapped(text, 100):
                self.layout.label(text=line)

    _operators = (PliantPreferences, *author.classes, *bake.classes, *preview.classes, *exchange.classes,
                  *scene_import.classes, *lattice_tools.classes)

    def register():
        settings.register()
        for each in _operators:
            bpy.utils.register_class(each)
        panels.register()
        playback.register()
        preview.register()
        exchange.register()
        lattice_tools.register()
        generated.changed = preview.changed

    def unregister():
        generated.changed = None
        lattice_tools.unregister()
        exchange.unregister()
        preview.unregister()
        playback.unregister()
        panels.unregister()
        for each in reversed(_operators):
            bpy.utils.unregister_class(each)
        settings.unregister()
