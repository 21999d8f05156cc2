"""Blender's space and Pliant's: +Z up in Blender's units, +Y up in metres. Only here is one turned into the other."""
import math

import numpy

# Rows: what of Blender's x, y, z is Pliant's x, y, z.
TO_PLIANT = numpy.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]], dtype=float)


def to_pliant(points, unit=1.0):
    """(n, 3) positions in Blender's units to metres, +Y up."""
    points = numpy.asarray(points, dtype=float).reshape(-1, 3)
    return numpy.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1) * unit


def to_blender(points, unit=1.0):
    points = numpy.asarray(points, dtype=float).reshape(-1, 3)
    return numpy.stack([points[:, 0], -points[:, 2], points[:, 1]], axis=1) / unit


def vector(v, unit=1.0):
    return [float(x) for x in to_pliant([v], unit)[0]]


def turn_to_pliant(rotation):
    """A 3 × 3 rotation of Blender's space as one of Pliant's."""
    return TO_PLIANT @ numpy.asarray(rotation, dtype=float) @ TO_PLIANT.T


def turn_to_blender(rotation):
    return TO_PLIANT.T @ numpy.asarray(rotation, dtype=float) @ TO_PLIANT


def degrees_of(rotation, near=None):
    """Turns about x, then y, then z [degrees] of a 3 × 3 rotation; of the two that are equal, the one nearer to `near`,
    and each angle within half a turn of it, so that keys do not jump."""
    m = numpy.asarray(rotation, dtype=float)
    s = math.hypot(m[0, 0], m[1, 0])
    if s > 1e-6:
        angles = [math.atan2(m[2, 1], m[2, 2]), math.atan2(-m[2, 0], s), math.atan2(m[1, 0], m[0, 0])]
    else:
        angles = [math.atan2(-m[1, 2], m[1, 1]), math.atan2(-m[2, 0], s), 0.0]
    first = [math.degrees(a) for a in angles]
    if near is None:
        return first
    second = [first[0] + 180, 180 - first[1], first[2] + 180]
    turned = [[a - 360 * round((a - b) / 360) for a, b in zip(each, near)] for each in (first, second)]
    return min(turned, key=lambda each: sum((a - b) ** 2 for a, b in zip(each, near)))


def matrix_of(quaternion):
    """A 3 × 3 rotation of x, y, z, w."""
    x, y, z, w = (float(v) for v in quaternion)
    return numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def rotation_of_degrees(turns):
    x, y, z = (math.radians(t) for t in turns)
    cx, sx, cy, sy, cz, sz = math.cos(x), math.sin(x), math.cos(y), math.sin(y), math.cos(z), math.sin(z)
    about_x = numpy.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_y = numpy.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_z = numpy.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    return about_z @ about_y @ about_x


def split(matrix):
    """A 4 × 4 matrix as place, rotation (3 × 3, no mirror) and what is left: scale, shear, mirror (3 × 3), with
    matrix = place · rotation · left. Raises ValueError where an axis has no length."""
    m = numpy.array(matrix, dtype=float)
    linear = m[:3, :3]
    lengths = numpy.linalg.norm(linear, axis=0)
    if not numpy.isfinite(m).all() or lengths.min() <= 1e-9 * max(lengths.max(), 1e-30):
        raise ValueError("its scale is zero along an axis")
    flip = numpy.diag([-1.0 if numpy.linalg.det(linear) < 0 else 1.0, 1, 1])  # a mirror stays with the scale
    u, _, vt = numpy.linalg.svd(linear @ flip)
    rotation = u @ vt
    return m[:3, 3], rotation.round(12), (rotation.T @ linear).round(12)
