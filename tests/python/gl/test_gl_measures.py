"""Masks, measured properties and the layout of the table of glccl.gl.Labeler, against glccl's functions on the CPU."""

import contexts
import glccl
import glccl.gl
import numpy as np
import pytest
from glccl.skimage import regionprops_table

RANDOM = np.random.default_rng(13)
MODERNGL, PYOPENGL = contexts.ModernglContext, contexts.PyOpenGLContext
SHAPES = [
    "area", "bbox", "centroid", "axis_major_length", "axis_minor_length", "euler_number", "inertia_tensor", "extent",
    "inertia_tensor_eigvals", "label", "slice",
]
SHAPES_OF_IMAGES = ["eccentricity", "orientation", "perimeter_crofton"]
INTENSITIES = ["intensity_mean", "intensity_min", "intensity_max", "intensity_std", "centroid_weighted"]


def noise(shape, share=0.5):
    return (RANDOM.random(shape) < share).astype("u1")


def same_tables(found, expected):
    assert list(found) == list(expected)
    for name, column in found.items():
        if column.dtype == object:
            assert list(column) == list(expected[name])
        else:
            np.testing.assert_allclose(column, expected[name], rtol=1e-12, err_msg=name)


@pytest.mark.parametrize("format_name", ["R8", "R8UI"])
def test_masks(context, format_name):
    for shape in ((37, 70), (5, 17, 40)):
        image, mask = noise(shape, 0.6), noise(shape, 0.7)
        arguments = dict(connectivity=len(shape) * 2)
        expected, table = glccl.label(image, mask=mask, table=True, **arguments)
        assert (expected != glccl.label(image, **arguments)).any()
        mask_texture = context.texture(mask * np.uint8(255), format_name)
        texture = context.texture(image, "R8UI")
        labels = context.labeler.label(texture, mask=mask_texture, table_rows=image.size, **arguments)
        np.testing.assert_array_equal(labels.numpy(), expected)
        np.testing.assert_array_equal(labels.components().area, table.area)
        np.testing.assert_array_equal(context.labeler.label(texture, mask=texture).numpy(), glccl.label(image))


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
def test_a_part_of_a_texture_is_a_mask(context):
    image, mask = noise((20, 30)), noise((40, 50))
    source = glccl.gl.Source(context.texture(mask, "R8UI"), box=(3, 5, 23, 35))
    labels = context.labeler.label(context.texture(image, "R8UI"), mask=source)
    np.testing.assert_array_equal(labels.numpy(), glccl.label(image, mask=mask[3:23, 5:35]))
    layers = noise((3, 20, 30))
    source = glccl.gl.Source(context.layers(layers), layer=2)
    labels = context.labeler.label(context.texture(image, "R8UI"), mask=source)
    np.testing.assert_array_equal(labels.numpy(), glccl.label(image, mask=layers[2]))


@pytest.mark.parametrize("shape", [(37, 70), (5, 17, 40)])
def test_properties(context, shape):
    image = noise(shape, 0.4)
    names = SHAPES + (SHAPES_OF_IMAGES if len(shape) == 2 else [])
    expected = glccl.label(image)
    texture = context.texture(image, "R8UI")
    labels = context.labeler.label(texture, table_rows=image.size, properties=names)
    same_tables(labels.properties(), regionprops_table(expected, properties=names))
    np.testing.assert_array_equal(labels.components().area, glccl.label(image, table=True)[1].area)

    values = RANDOM.random(shape).astype("f4")
    for format_name, array in (("R32F", values), ("R32UI", (values * 9999).astype("u4"))):
        names = ["label", "eccentricity" if len(shape) == 2 else "euler_number", *INTENSITIES]
        intensity = context.texture(array, format_name)
        labels = context.labeler.label(texture, table_rows=image.size, intensity=intensity, properties=names)
        same_tables(labels.properties("."), regionprops_table(expected, array, names, separator="."))
    labels = context.labeler.label(texture, table_rows=image.size, intensity=texture, properties=["mean_intensity"])
    np.testing.assert_array_equal(labels.properties()["mean_intensity"], 1)
    bright = context.texture(image * np.uint8(200), "R8")
    labels = context.labeler.label(bright, table_rows=image.size, intensity=bright, properties=["intensity_max"])
    np.testing.assert_array_equal(labels.properties()["intensity_max"], 200)


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
@pytest.mark.parametrize("shape, periodic", [((37, 70), True), ((37, 70), (False, True)), ((5, 17, 40), True)])
def test_tables_of_periodic_axes(context, shape, periodic):
    image = noise(shape, 0.3)
    expected, table = glccl.label(image, periodic=periodic, table=True)
    assert table.crosses.any()
    labels = context.labeler.label(context.texture(image, "R8UI"), periodic=periodic, table_rows=image.size)
    np.testing.assert_array_equal(labels.numpy(), expected)
    found = labels.components()
    for name in ("area", "bbox", "crosses", "unwrapped_bbox", "unwrapped_centroid"):
        np.testing.assert_array_equal(getattr(found, name), getattr(table, name), name)
    assert found.crosses.dtype == bool
    assert context.labeler.label(context.texture(image, "R8UI"), table_rows=9999).components().crosses is None


@pytest.mark.parametrize(
    "shape, arguments, columns",
    [
        ((37, 70), {}, []),
        ((37, 70), dict(properties=["eccentricity"]), ["moments", "quads"]),
        ((5, 17, 40), {}, ["sum_z"]),
        ((5, 17, 40), dict(properties=["euler_number", "intensity_mean"], periodic=True),
         ["sum_z", "moments", "moments_z", "intensity", "intensity_z", "cubes", "seams"]),
    ],
)
def test_the_layout_of_rows(context, shape, arguments, columns):
    image = noise(shape, 0.4 if len(shape) == 2 else 0.1)
    texture = context.texture(image, "R8UI")
    if columns[3:4] == ["intensity"]:
        arguments = dict(arguments, intensity=texture)
    labels = context.labeler.label(texture, table_rows=image.size, **arguments)
    dtype = labels.row_dtype
    assert list(dtype.names)[12:] == columns
    components = labels.components()
    rows = np.frombuffer(contexts.read_buffer(labels.table), dtype, len(components), 64)
    np.testing.assert_array_equal(rows["label"], components.label)
    np.testing.assert_array_equal(rows["area"], components.area)
    np.testing.assert_array_equal(rows["first"], components.first)
    corners = ["z0", "y0", "x0"][-len(shape) :] + ["z1", "y1", "x1"][-len(shape) :]
    bbox = np.stack([rows[name] + (name[1] == "1") for name in corners], axis=1)
    np.testing.assert_array_equal(bbox, components.bbox)
    sums = np.stack([rows[name] for name in ["sum_z", "sum_y", "sum_x"][-len(shape) :]], axis=1)
    np.testing.assert_array_equal(sums, components.sums)
    if "quads" in columns:
        alone = components.area == 1
        assert alone.any() and (rows["quads"]["one"][alone] == 4).all()
        at = components.sums[alone]
        np.testing.assert_array_equal(rows["moments"]["xy"][alone], at[:, 0] * at[:, 1])
    if "intensity" in columns:
        np.testing.assert_array_equal(rows["intensity"]["sum"][:, 0], components.area)
        np.testing.assert_array_equal(rows["intensity_z"][:, 0], components.sums[:, 0])
        np.testing.assert_array_equal(rows["seams"]["x"]["upper"] != 0, components.crosses[:, 2])
        alone = components.area == 1
        assert alone.any() and (rows["cubes"]["euler_26"][alone] == 1).all()
        np.testing.assert_array_equal(rows["moments_z"]["zz"][alone], components.sums[alone, 0] ** 2)


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
def test_prepare(context):
    image = noise((37, 70))
    arguments = dict(table_rows=2000, properties=["eccentricity", "intensity_max"])
    labeler = glccl.gl.Labeler()
    labeler.prepare(image.shape, "R8UI", mask="R8", intensity="R8UI", **arguments)
    size = labeler.scratch_bytes
    texture = context.texture(image, "R8UI")
    labeler.label(texture, mask=context.texture(image, "R8"), intensity=texture, **arguments)
    assert labeler.scratch_bytes == size and labeler.engine == "compute"
    plain = glccl.gl.Labeler()
    plain.prepare(image.shape, "R8UI", table_rows=2000)
    assert plain.scratch_bytes < size
    plan = labeler.plan(image.shape, has_mask=True, table_rows=9, properties=["eccentricity"])
    assert "pack_mask" in plan and "measure_labels" in plan
    plan = labeler.plan(image.shape, table_rows=9)
    assert "pack_mask" not in plan and "measure_labels" not in plan


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (TypeError, "the mask is a builtins.list: pass OpenGL's name of a texture", dict(mask=[1])),
        (ValueError, "the mask: texture 4000000000 does not exist", dict(mask=4_000_000_000)),
        (ValueError, "the mask: .* has no level 3", dict(mask="coarse")),
        (ValueError, "the mask is 30x19 and the labeled image is 30x20", dict(mask="narrow")),
        (ValueError, "the mask has the format f32: pass u8 or unorm8", dict(mask="floats")),
        (TypeError, "level is a str", dict(mask=glccl.gl.Source(1, level="0"))),
        (ValueError, "properties of intensities need an image: pass intensity",
         dict(properties=["intensity_mean"], table_rows=9)),
        (ValueError, "intensity is an image that no property measures", dict(intensity="floats", table_rows=9)),
        (ValueError, "the image of intensities: texture 4000000000 does not exist",
         dict(intensity=4_000_000_000, properties=["intensity_mean"], table_rows=9)),
        (ValueError, "properties are columns of the component table: pass table_rows", dict(properties=["area"])),
        (TypeError, "properties is a str: pass a list of names", dict(properties="area", table_rows=9)),
        (TypeError, "properties is a int", dict(properties=3, table_rows=9)),
        (AttributeError, 'glccl does not measure "colour"', dict(properties=["colour"], table_rows=9)),
    ],
)
def test_bad_arguments(context, error, message, arguments):
    texture = context.texture(noise((20, 30)), "R8UI")
    others = {
        "narrow": context.texture(noise((19, 30)), "R8UI"),
        "floats": context.texture(np.zeros((20, 30), "f4"), "R32F"),
        "coarse": glccl.gl.Source(texture, level=3),
    }
    named = {name: others[value] for name, value in arguments.items() if isinstance(value, str) and value in others}
    with pytest.raises(error, match=message):
        context.labeler.label(texture, **{**arguments, **named})


def test_properties_of_images_alone(context):
    volume = context.texture(noise((5, 17, 40)), "R8UI")
    with pytest.raises(AttributeError, match='glccl does not measure "eccentricity" in volumes'):
        context.labeler.label(volume, table_rows=9, properties=["eccentricity"])
    labels = context.labeler.label(volume, box=(2, 0, 0, 3, 17, 40), table_rows=999, properties=["eccentricity"])
    expected = regionprops_table(labels.numpy(), properties=["eccentricity"])
    same_tables(labels.properties(), expected)
    with pytest.raises(ValueError, match="raster measures area, box and centroid, and neither moments"):
        glccl.gl.Labeler("raster").label(volume, box=(2, 0, 0, 3, 17, 40), table_rows=9, properties=["eccentricity"])
