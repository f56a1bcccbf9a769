"""glccl.gl.Tracker against glccl.Tracker on the CPU."""

import contexts
import glccl
import glccl.gl
import numpy as np
import pytest

RANDOM = np.random.default_rng(12)
MODERNGL, PYOPENGL = contexts.ModernglContext, contexts.PyOpenGLContext


def frames_of(shape, count):
    """Noise of which some pixels change from frame to frame."""
    image = (RANDOM.random(shape) < 0.4).astype("u1")
    for _ in range(count):
        yield image
        image = np.where(RANDOM.random(shape) < 0.1, 1 - image, image).astype("u1")


def same_tracks(found, expected):
    for name in ("id", "age", "overlap", "events", "parent", "dead", "dead_age", "heir", "ids"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), name)


@pytest.mark.parametrize("shape", [(37, 70), (5, 17, 40)])
def test_tracks_are_those_of_arrays(context, shape):
    expected = glccl.Tracker(shape, max_components=1000, first_id=5)
    with glccl.gl.Tracker(shape, max_components=1000, first_id=5) as tracker:
        for i, image in enumerate(frames_of(shape, 6)):
            if i == 4:
                tracker.forget()
                expected.forget()
            target = tracker.target if i % 2 else None
            labels = context.labeler.label(context.texture(image, "R8UI"), target=target, table_rows=1)
            tracks = tracker.track(labels)
            assert tracks.shape == shape and tracks.buffer > 0
            same_tracks(tracks.numpy(), expected.track(glccl.label(image)))
            np.testing.assert_array_equal(context.read(tracks.ids, shape), tracks.numpy().ids)


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_components_keep_their_colours(context):
    image = np.zeros((8, 12), "u1")
    image[2:5, 2:5] = 1
    moved = np.roll(image, 1, axis=1)
    moved[0, 0] = 1  # the first component in raster order is another one
    tracker, regions = glccl.gl.Tracker((8, 12)), glccl.gl.Regions((8, 12), colours=True, boundaries=True)
    colours = []
    for frame in (image, moved):
        tracks = tracker.track(context.labeler.label(context.texture(frame, "R8UI"), table_rows=1))
        colours.append(contexts.read_colours(regions.colours(tracks), (8, 12))[3, 4].tolist())
        edges = contexts.read_bytes(regions.boundaries(tracks), (8, 12))
        np.testing.assert_array_equal(edges, glccl.boundaries(glccl.label(frame)))
    assert colours[0] == colours[1] != [0, 0, 0, 0]


def test_results_hold_until_the_next_call(context):
    labels = context.labeler.label(context.texture(np.ones((6, 7), "u1"), "R8UI"), table_rows=1)
    tracker = glccl.gl.Tracker((6, 7), max_components=4, timing="whole")
    first = tracker.track(labels)
    assert len(first.numpy()) == 1 and len(tracker.times()) == 1 and tracker.bytes > 0
    second = tracker.track(labels)
    with pytest.raises(ValueError, match="these Tracks were replaced by the next track\\(\\)"):
        first.numpy()
    regions = glccl.gl.Regions((6, 7), colours=True)
    with pytest.raises(ValueError, match="these Tracks were replaced by the next track\\(\\)"):
        regions.colours(first)
    context.make_none_current()
    with pytest.raises(glccl.Error, match="another OpenGL context is current, or none"):
        tracker.close()
    context.make_current()
    assert len(second.numpy()) == 1
    tracker.close()
    for call in (second.numpy, lambda: tracker.track(labels), lambda: tracker.target, lambda: tracker.bytes,
                 tracker.forget, tracker.times):
        with pytest.raises(ValueError, match="this Tracker was closed: make another one"):
            call()


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
def test_no_room_and_no_ids(context):
    image = np.tile(np.array([1, 0], "u1"), (1, 6))
    tracker = glccl.gl.Tracker((1, 12), max_components=5, id_labels=False)
    few = context.labeler.label(context.texture(image[:, :12] * 0, "R8UI"), table_rows=1)
    tracks = tracker.track(few)
    assert tracks.ids == 0 and tracks.numpy().ids is None
    with pytest.raises(ValueError, match="no texture of ids: create the Tracker with id_labels=True"):
        glccl.gl.Regions((1, 12), colours=True).colours(tracks)
    many = context.labeler.label(context.texture(image, "R8UI"), table_rows=1)
    with pytest.raises(MemoryError, match="a frame of 6 components cannot be followed: there are too many components"):
        tracker.track(many).numpy()


@pytest.mark.parametrize(
    "error, message, shape, arguments",
    [
        (ValueError, "the shape has 1 axes", (4,), {}),
        (ValueError, "4x0", (0, 4), {}),
        (TypeError, "max_components is a str: pass an int", (4, 5), dict(max_components="many")),
        (ValueError, "max_components is -1", (4, 5), dict(max_components=-1)),
        (ValueError, "0 components", (4, 5), dict(max_components=0)),
        (ValueError, "max_pairs is 4294967296", (4, 5), dict(max_pairs=2**32)),
        (TypeError, "id_labels is a str", (4, 5), dict(id_labels="yes")),
        (ValueError, "state is \"keep\"", (4, 5), dict(state="keep")),
    ],
)
def test_bad_trackers(moderngl_context, error, message, shape, arguments):
    with pytest.raises(error, match=message):
        glccl.gl.Tracker(shape, **arguments)


def test_bad_labels(context):
    texture = context.texture(np.ones((6, 7), "u1"), "R8UI")
    tracker = glccl.gl.Tracker((6, 7))
    labels = context.labeler.label(texture)
    for message, call in (
        ("labels without a table", lambda: tracker.track(labels)),
        ("these Labels were replaced", lambda: (context.labeler.label(texture), tracker.track(labels))),
        ("this Tracker is for 7x5",
         lambda: glccl.gl.Tracker((5, 7)).track(context.labeler.label(texture, table_rows=1))),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(TypeError, match="the texture of labels is a numpy.ndarray"):
        tracker.track(np.ones((6, 7), "u4"))
