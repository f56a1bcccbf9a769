"""glccl.gl.Regions against glccl's functions for arrays on the CPU."""

import contexts
import glccl
import glccl.gl
import numpy as np
import pytest
from OpenGL import GL

RANDOM = np.random.default_rng(11)
MODERNGL, PYOPENGL = contexts.ModernglContext, contexts.PyOpenGLContext
ALL = dict(
    max_seeds=16, selection_mask=True, selection_labels=True, boundaries=True, max_components=4000, max_runs=4000,
    max_contacts=20000, colours=True,
)


def random_image(shape, values):
    """Pixels of `values` values, of which 0 is the background."""
    return RANDOM.integers(0, values, shape).astype("u1")


def labels_of(context, image, **arguments):
    return context.labeler.label(
        context.texture(image, "R8UI"), criterion="equal", table_rows=image.size, **arguments
    )


@pytest.mark.parametrize("shape, connectivities", [((37, 70), (4, 8, None)), ((5, 17, 40), (6, 18, 26, None))])
def test_regions_are_those_of_arrays(context, shape, connectivities):
    with glccl.gl.Regions(shape, **ALL) as regions:
        for values in (2, 3, 9):
            image = random_image(shape, values)
            labels = labels_of(context, image)
            expected = glccl.label(image, criterion="equal")
            seeds = np.stack([RANDOM.integers(-2, side + 2, 9) for side in shape], axis=1)
            selected, found = glccl.select(expected, seeds, return_found=True)
            selection = regions.select(labels, seeds)
            assert selection.shape == shape
            np.testing.assert_array_equal(selection.found(), found)
            np.testing.assert_array_equal(context.read(selection.labels, shape), selected)
            np.testing.assert_array_equal(contexts.read_bytes(selection.mask, shape), selected != 0)
            lists, expected_lists = regions.lists(labels).numpy(), glccl.lists(expected)
            np.testing.assert_array_equal(lists.offsets, expected_lists.offsets)
            np.testing.assert_array_equal(lists.places, expected_lists.places)
            for connectivity in connectivities:
                mask = contexts.read_bytes(regions.boundaries(labels, connectivity=connectivity), shape)
                np.testing.assert_array_equal(mask, glccl.boundaries(expected, connectivity=connectivity))
                pairs, lengths = regions.contacts(labels, connectivity=connectivity).numpy()
                expected_pairs, expected_lengths = glccl.contacts(expected, connectivity=connectivity)
                np.testing.assert_array_equal(pairs, expected_pairs)
                np.testing.assert_array_equal(lengths, expected_lengths)


def colours_of(labels):
    """The colours of labels, as glsl/shared/label_colours.h has them, in floats."""
    hue = (labels.astype("u8") * 2654435769 % 2**32 * 1536 >> 32).astype("i8")
    rise = 215 * (hue % 256) // 255
    up, down, high, low = 40 + rise, 255 - rise, np.full_like(rise, 255), np.full_like(rise, 40)
    sixths = [
        (high, up, low), (down, high, low), (low, high, up), (low, down, high), (up, low, high), (high, low, down),
    ]
    colours = np.zeros((*labels.shape, 4), "u1")
    for i, channels in enumerate(sixths):
        here = hue // 256 == i
        for channel, value in enumerate(channels):
            colours[..., channel][here] = value[here]
    colours[..., 3] = 255
    colours[labels == 0] = 0
    return colours


@pytest.mark.parametrize("shape", [(37, 70), (5, 17, 40)])
def test_colours(context, shape):
    labels = labels_of(context, random_image(shape, 9))
    array = labels.numpy()
    expected = colours_of(array)
    one, other = colours_of(glccl.contacts(array).pairs.T).astype(int)
    assert (np.abs(one - other).sum(axis=1) > 20).mean() > 0.9  # neighbours differ
    regions = glccl.gl.Regions(shape, colours=True)
    texture = regions.colours(labels)
    np.testing.assert_array_equal(contexts.read_colours(texture, shape), expected)
    target = context.texture(np.full((*shape, 4), 77, "u1"), "RGBA8")
    name = regions.colours(labels, target=target)
    assert name == getattr(target, "glo", target) != texture
    np.testing.assert_array_equal(contexts.read_colours(name, shape), expected)
    # Labels of any numbering, by the name of their texture.
    image = context.texture((RANDOM.random(shape) < 0.05).astype("u1"), "R8UI")
    roots = context.labeler.label(image, numbering="root")
    assert roots.numpy().max() > glccl.label(roots.numpy()).max()
    found = contexts.read_colours(regions.colours(roots.texture), shape)
    np.testing.assert_array_equal(found, colours_of(roots.numpy()))


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_colours_in_an_unsized_texture(context):
    """As docs/use/regions.md says for SFML and Kivy: by a blit."""
    labels = labels_of(context, random_image((20, 30), 3))
    regions = glccl.gl.Regions((20, 30), colours=True)
    unsized = int(GL.glGenTextures(1))
    GL.glBindTexture(GL.GL_TEXTURE_2D, unsized)
    GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA, 30, 20, 0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, None)
    with pytest.raises(ValueError, match="colours need RGBA8"):
        regions.colours(labels, target=unsized)
    ends = np.zeros(2, "u4")
    GL.glCreateFramebuffers(2, ends)
    for framebuffer, texture in zip(ends, (regions.colours(labels), unsized)):
        GL.glNamedFramebufferTexture(framebuffer, GL.GL_COLOR_ATTACHMENT0, texture, 0)
    GL.glBlitNamedFramebuffer(*ends, 0, 0, 30, 20, 0, 0, 30, 20, GL.GL_COLOR_BUFFER_BIT, GL.GL_NEAREST)
    np.testing.assert_array_equal(contexts.read_colours(unsized, (20, 30)), colours_of(labels.numpy()))
    GL.glDeleteFramebuffers(2, ends)


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_the_state_is_preserved(context):
    labels = labels_of(context, random_image((37, 70), 3))
    image, buffer = context.texture(np.zeros((4, 4), "u4"), "R32UI"), int(GL.glGenBuffers(1))
    GL.glBindImageTexture(0, image, 0, GL.GL_FALSE, 0, GL.GL_READ_WRITE, GL.GL_R32UI)
    GL.glBindBufferBase(GL.GL_SHADER_STORAGE_BUFFER, 0, buffer)
    GL.glActiveTexture(GL.GL_TEXTURE0)
    GL.glBindTexture(GL.GL_TEXTURE_2D, image)

    def state():
        found = [int(GL.glGetIntegerv(name)) for name in (GL.GL_CURRENT_PROGRAM, GL.GL_TEXTURE_BINDING_2D,
                                                          GL.GL_ACTIVE_TEXTURE, GL.GL_SAMPLER_BINDING)]
        for name in (GL.GL_IMAGE_BINDING_NAME, GL.GL_IMAGE_BINDING_FORMAT, GL.GL_SHADER_STORAGE_BUFFER_BINDING):
            value = GL.GLint()
            GL.glGetIntegeri_v(name, 0, value)
            found.append(value.value)
        return found

    before = state()
    assert before[1] == before[4] == image and before[5:] == [int(GL.GL_R32UI), buffer]
    regions = glccl.gl.Regions((37, 70), **ALL)
    regions.colours(labels)
    assert state() == before
    regions.select(labels, [[1, 2]])
    regions.boundaries(labels)
    regions.lists(labels)
    regions.contacts(labels)
    assert state() == before
    GL.glBindImageTexture(0, 0, 0, GL.GL_FALSE, 0, GL.GL_READ_WRITE, GL.GL_R32UI)
    GL.glBindTexture(GL.GL_TEXTURE_2D, 0)
    GL.glDeleteBuffers(1, [buffer])


def test_results_hold_until_the_next_call(context):
    labels = labels_of(context, random_image((20, 30), 4))
    regions = glccl.gl.Regions((20, 30), **ALL)
    results = {
        "select": (regions.select(labels, [2, 3]).found, lambda: regions.select(labels, [4, 5])),
        "lists": (regions.lists(labels).numpy, lambda: regions.lists(labels)),
        "contacts": (regions.contacts(labels).numpy, lambda: regions.contacts(labels)),
    }
    for call, (read, again) in results.items():
        read()
        again()
        with pytest.raises(ValueError, match=f"replaced by the next {call}\\(\\) of their Regions"):
            read()
    context.labeler.label(labels.texture)
    with pytest.raises(ValueError, match="these Labels were replaced"):
        regions.boundaries(labels)
    assert regions.bytes > 0
    found = regions.select(labels_of(context, random_image((20, 30), 4)), [1, 1])
    regions.close()
    regions.close()
    for call in (found.found, lambda: regions.bytes, lambda: regions.lists(labels), regions.times, regions.__enter__):
        with pytest.raises(ValueError, match="this Regions was closed: make another one"):
            call()


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
def test_times(context):
    labels = labels_of(context, random_image((20, 30), 4))
    regions = glccl.gl.Regions((20, 30), colours=True, timing="passes")
    regions.colours(labels)
    (time,) = regions.times()
    assert "write_colours" in time.stage + time.render_pass and time.milliseconds >= 0
    untimed = glccl.gl.Regions((20, 30), colours=True)
    untimed.colours(labels)
    assert untimed.times() == []


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_no_room(context):
    labels = labels_of(context, random_image((20, 30), 4))
    regions = glccl.gl.Regions((20, 30), max_components=3, max_contacts=2)
    with pytest.raises(MemoryError, match="larger max_components"):
        regions.lists(labels).numpy()
    with pytest.raises(MemoryError, match="larger max_contacts"):
        regions.contacts(labels).numpy()
    small = glccl.gl.Regions((20, 30), max_components=600, max_elements=5)
    with pytest.raises(MemoryError, match="larger max_elements"):
        small.lists(labels).numpy()
    small = glccl.gl.Regions((20, 30), max_components=600, max_runs=5)
    with pytest.raises(MemoryError, match="larger max_runs"):
        small.lists(labels).numpy()


@pytest.mark.parametrize(
    "error, message, shape, arguments",
    [
        (ValueError, "regions of nothing: set max_seeds", (4, 5), {}),
        (ValueError, "regions of 5x0", (0, 5), dict(colours=True)),
        (ValueError, "the shape has 1 axes", (4,), dict(colours=True)),
        (TypeError, "the shape is a int", 4, dict(colours=True)),
        (TypeError, "a side of the shape is a str", "45", dict(colours=True)),
        (ValueError, "a side of the shape is 4294967296", (2**32, 1), dict(colours=True)),
        (TypeError, "max_seeds is a float: pass an int", (4, 5), dict(max_seeds=1.5)),
        (ValueError, "max_seeds is -1", (4, 5), dict(max_seeds=-1)),
        (ValueError, "65536 is the largest number", (4, 5), dict(max_seeds=65537)),
        (TypeError, "colours is a str: pass True or False", (4, 5), dict(colours="yes")),
        (ValueError, "max_seeds is 1 or more", (4, 5), dict(selection_mask=True, boundaries=True)),
        (ValueError, "state is \"keep\"", (4, 5), dict(colours=True, state="keep")),
        (ValueError, "timing is \"all\"", (4, 5), dict(colours=True, timing="all")),
    ],
)
def test_bad_regions(moderngl_context, error, message, shape, arguments):
    with pytest.raises(error, match=message):
        glccl.gl.Regions(shape, **arguments)


def test_bad_arguments(context):
    image = random_image((20, 30), 4)
    labels = labels_of(context, image)
    regions = glccl.gl.Regions((20, 30), **ALL)
    float_texture = context.texture(np.zeros((20, 30), "f4"), "R32F")
    narrow = context.texture(np.zeros((20, 29, 4), "u1"), "RGBA8")
    for error, message, call in (
        (ValueError, "the seeds have the shape \\(1, 3\\)", lambda: regions.select(labels, [[1, 2, 3]])),
        (TypeError, "the seeds are an array of float64", lambda: regions.select(labels, [[1.5, 2]])),
        (ValueError, "17 seeds: these Regions take 16", lambda: regions.select(labels, [[1, 2]] * 17)),
        (ValueError, "the connectivity is 6", lambda: regions.boundaries(labels, connectivity=6)),
        (TypeError, "the texture of labels is a builtins.str", lambda: regions.colours("labels")),
        (ValueError, "does not exist", lambda: regions.colours(4_000_000_000)),
        (ValueError, "R32F: labels need R32UI", lambda: regions.colours(float_texture)),
        (ValueError, "labels without a table", lambda: regions.lists(labels.texture)),
        (TypeError, "the target is a builtins.list", lambda: regions.colours(labels, target=[1])),
        (ValueError, "R32F: colours need RGBA8", lambda: regions.colours(labels, target=float_texture)),
        (ValueError, "is 29x20 at level 0", lambda: regions.colours(labels, target=narrow)),
        (ValueError, "these Regions are for 30x19",
         lambda: glccl.gl.Regions((19, 30), colours=True).colours(labels)),
        (ValueError, "no colours: create the Regions with RegionOptions::colours",
         lambda: glccl.gl.Regions((20, 30), boundaries=True).colours(labels)),
    ):
        with pytest.raises(error, match=message):
            call()
    context.make_none_current()
    for call in (lambda: regions.colours(labels), lambda: regions.select(labels, [1, 2]), regions.times, regions.close):
        with pytest.raises(glccl.Error, match="another OpenGL context is current, or none"):
            call()
    with pytest.raises(glccl.Error, match="no OpenGL context is current"):
        glccl.gl.Regions((20, 30), colours=True)
    context.make_current()
    np.testing.assert_array_equal(labels.numpy(), glccl.label(image, criterion="equal"))
