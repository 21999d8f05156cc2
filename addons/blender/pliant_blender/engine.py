"""The engine: its Python module and its command, in the add-on's own folder or where the system has them."""
import importlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BUNDLED = os.path.join(HERE, "engine")
TABLES = os.path.join(HERE, "tables.json")

_module = None
_trouble = ""


def module():
    """The engine's module, or None; trouble() then says why."""
    global _module, _trouble
    if _module is None and not _trouble:
        try:
            _module = _import()
        except Exception as error:  # whatever a foreign shared library may raise
            _trouble = _why_not(error)
    return _module


def trouble():
    module()
    return _trouble


def need():
    """The engine's module. Raises RuntimeError with a sentence that says what to install."""
    if module() is None:
        raise RuntimeError(_trouble)
    return _module


def _import():
    if "pliant" in sys.modules:
        return sys.modules["pliant"]
    bundled = [name for name in sorted(os.listdir(BUNDLED)) if name.startswith("pliant.") and
               name.endswith((".so", ".pyd"))] if os.path.isdir(BUNDLED) else []
    suffixes = importlib.machinery.EXTENSION_SUFFIXES
    for name in bundled:
        if any(name == "pliant" + suffix for suffix in suffixes):
            spec = importlib.util.spec_from_file_location("pliant", os.path.join(BUNDLED, name))
            loaded = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(loaded)
            sys.modules["pliant"] = loaded
            return loaded
    return importlib.import_module("pliant")


def _why_not(error):
    bundled = ", ".join(name for name in sorted(os.listdir(BUNDLED))) if os.path.isdir(BUNDLED) else "none"
    return (f"the engine's module cannot be loaded ({error}); this Blender has Python {platform.python_version()} on "
            f"{platform.system()} {platform.machine()}, and the add-on contains {bundled}. Build Pliant for this "
            f"Python and install the zip that scripts/blender_zip.sh makes there, or add the folder with the module "
            f"to PYTHONPATH")


def tables():
    """The parameter tables of the engine, or those that the add-on was packed with; None where there are neither."""
    if module() is not None and hasattr(_module, "tables"):
        return _module.tables()
    if os.path.exists(TABLES):
        with open(TABLES, encoding="utf-8") as file:
            return json.load(file)
    return None


def command(preferred=""):
    """The path of the `pliant` command, or None: as set in the preferences, bundled, or on the PATH."""
    for path in (preferred, os.path.join(BUNDLED, "pliant"), os.path.join(BUNDLED, "pliant.exe")):
        if path and os.path.isfile(path):
            if not os.access(path, os.X_OK):
                os.chmod(path, 0o755)  # archives lose this
            return path
    return shutil.which("pliant")


def run(arguments, preferred="", folder=None):
    """What the command prints. Raises RuntimeError with its sentence, or with what to install."""
    path = command(preferred)
    if path is None:
        raise RuntimeError("this needs the command `pliant`, which is neither in the add-on nor on the PATH; build "
                           "Pliant and choose the command in the add-on's preferences")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    if os.path.dirname(path) == BUNDLED:  # the libraries that were packed with it
        environment["LD_LIBRARY_PATH"] = BUNDLED
    try:
        done = subprocess.run([path, *arguments], cwd=folder, env=environment, text=True, capture_output=True)
    except OSError as error:
        raise RuntimeError(f"{path} cannot be started: {error}") from None
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip() or f"it ended with {done.returncode}").splitlines()
        if "error while loading shared libraries" in done.stderr:
            raise RuntimeError(f"{path} needs a library that is not installed: {words[-1]}; the packages are listed in "
                               "docs/blender.md")
        raise RuntimeError("\n".join(words[-5:]))
    return done.stdout
