"""torch on a GPU: its stream, its memory, its CUDA graphs."""

import fakes
import glccl
import libraries
import numpy as np
import pytest

pytestmark = pytest.mark.skipif(fakes.MODULE is not None, reason="the package is on tests/cuda/on_cpu, not on a GPU")

#: Clock cycles: about 0.1 s.
LONG = 200_000_000


@pytest.fixture(scope="module")
def torch():
    return libraries.get("torch").module


def random_mask(torch, shape, seed=0):
    mask = np.random.default_rng(seed).random(shape) < 0.5
    return torch.from_numpy(mask).cuda(), mask


def same(labels, mask, **arguments):
    np.testing.assert_array_equal(labels.cpu().numpy(), glccl.label(mask, **arguments))


@pytest.mark.parametrize("how", ["current", "torch", "integer"])
def test_the_labeling_waits_for_its_stream_alone(torch, how):
    late, mask = random_mask(torch, (300, 400))
    image = torch.zeros_like(late)
    glccl.label(image)  # allocates
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(LONG)
        image.copy_(late)
        if how == "current":
            labels = glccl.label(image)
    if how != "current":
        labels = glccl.label(image, stream=stream if how == "torch" else stream.cuda_stream)
    assert not stream.query(), "label() has waited for the GPU"
    stream.synchronize()
    same(labels, mask)


def test_the_number_of_components_waits(torch):
    late, mask = random_mask(torch, (300, 400))
    image = torch.zeros_like(late)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(LONG)
        image.copy_(late)
        copied = stream.record_event()
        labels, num, table = glccl.label(image, return_num=True, table=True)
    # Columns of the table may still be written.
    assert copied.query() and num == len(table) == glccl.label(mask, return_num=True)[1]
    same(labels, mask)


def test_streams_share_scratch_memory_in_order(torch):
    """Labelings of several streams use one Labeler, whose scratch memory belongs to one of them at a time."""
    pairs = [random_mask(torch, (500, 600), seed) for seed in range(8)]
    streams = [torch.cuda.Stream() for _ in pairs]
    torch.cuda.synchronize()
    labels = [glccl.label(image, stream=stream) for (image, _), stream in zip(pairs, streams)]
    torch.cuda.synchronize()
    for one, (_, mask) in zip(labels, pairs):
        same(one, mask)


def test_labels_are_all_that_is_allocated(torch):
    image, _ = random_mask(torch, (1024, 1024))
    before = torch.cuda.memory_allocated()
    labels = glccl.label(image)
    assert torch.cuda.memory_allocated() - before == labels.numel() * 4
    assert labels.data_ptr() != image.data_ptr()


def test_the_current_device_stays(torch):
    before = torch.cuda.current_device()
    glccl.label(random_mask(torch, (30, 40))[0])
    assert torch.cuda.current_device() == before


def test_every_device(torch):
    for index in range(torch.cuda.device_count()):
        image, mask = random_mask(torch, (30, 40))
        labels = glccl.label(image.to(f"cuda:{index}"))
        assert labels.get_device() == index
        same(labels, mask)
    if torch.cuda.device_count() > 1:
        with pytest.raises(ValueError, match="out is on CUDA device 1, and the image on device 0"):
            glccl.label(image.to("cuda:0"), out=torch.empty(30, 40, dtype=torch.int32, device="cuda:1"))


def test_a_graph(torch):
    image, _ = random_mask(torch, (300, 400))
    glccl.label(image).max()  # torch loads its kernels outside of the capture
    glccl.reserve(image)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        labels = glccl.label(image)
        count = labels.max()
    glccl.free_memory()  # the graph has memory of its own
    for seed in range(1, 4):
        again, mask = random_mask(torch, (300, 400), seed)
        image.copy_(again)
        graph.replay()
        torch.cuda.synchronize()
        same(labels, mask)
        assert int(count) == glccl.label(mask, return_num=True)[1]
        same(glccl.label(again), mask)  # outside of the graph, between its launches


def test_a_graph_of_several_labelings(torch):
    image, mask = random_mask(torch, (300, 400))
    images, masks = random_mask(torch, (5, 64, 96), 1)
    glccl.label(image.double())  # torch loads its kernels outside of the capture
    glccl.reserve(image)
    glccl.reserve(images, batch=True, connectivity=4)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        labels = glccl.label(image)
        batch = glccl.label(images, batch=True, connectivity=4)
        wide = glccl.label(image.double())  # of which a mask is made
    for _ in range(3):
        graph.replay()
    torch.cuda.synchronize()
    same(labels, mask)
    same(wide, mask)
    same(batch, masks, batch=True, connectivity=4)


def test_a_graph_with_a_table(torch):
    image, _ = random_mask(torch, (300, 400))
    glccl.label(image)
    glccl.reserve(image, table=True, rows=20000)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        labels, table = glccl.label(image, table=True, rows=20000)
        area, count = table.area, table.count
    for seed in range(1, 4):
        again, mask = random_mask(torch, (300, 400), seed)
        image.copy_(again)
        graph.replay()
        torch.cuda.synchronize()
        expected = glccl.label(mask, table=True)[1]
        same(labels, mask)
        assert int(count) == len(expected)
        np.testing.assert_array_equal(area[: len(expected)].cpu().numpy(), expected.area)
        np.testing.assert_array_equal(table.numpy().bbox, expected.bbox)


def test_a_table_with_rows_does_not_wait(torch):
    late, mask = random_mask(torch, (300, 400))
    image = torch.zeros_like(late)
    glccl.label(image, table=True, rows=10)
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(LONG)
        image.copy_(late)
        table = glccl.label(image, table=True, rows=20000)[1]
        assert not stream.query(), "label() has waited for the GPU"
        expected = glccl.label(mask, table=True)[1]
        assert int(table.count) == len(expected)
        np.testing.assert_array_equal(table.numpy().area, expected.area)


def test_a_copy_of_a_table_waits_for_another_stream(torch):
    late, mask = random_mask(torch, (300, 400))
    image, stream = torch.zeros_like(late), torch.cuda.Stream()
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(LONG)
        image.copy_(late)
    table = glccl.label(image, table=True, rows=20000, stream=stream)[1]
    np.testing.assert_array_equal(table.numpy().area, glccl.label(mask, table=True)[1].area)


def test_what_a_capture_cannot_do(torch):
    image, mask = random_mask(torch, (300, 400))
    glccl.free_memory()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        with pytest.raises(ValueError, match="call glccl.reserve\\(\\) with the same arguments"):
            glccl.label(image)
    glccl.reserve(image)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        with pytest.raises(ValueError, match="wait for the GPU, which a stream that is being captured cannot"):
            glccl.label(image, return_num=True)
        labels = glccl.label(image)  # the capture is still valid
    graph.replay()
    torch.cuda.synchronize()
    same(labels, mask)


@pytest.mark.parametrize("connectivity", [4, 8])
def test_connected_components(torch, connectivity):
    images, masks = random_mask(torch, (3, 1, 70, 90))
    torch.cuda.synchronize()
    labels, areas = glccl.torch.connected_components(images, connectivity)
    expected = glccl.torch.connected_components(torch.from_numpy(masks), connectivity)
    for found, wanted in zip((labels, areas), expected):
        assert found.is_cuda and found.dtype == torch.int32
        np.testing.assert_array_equal(found.cpu().numpy(), wanted.numpy())


def test_cc_torch(torch):
    """What SAM 2 and SAM 3 import."""
    images, masks = random_mask(torch, (3, 1, 71, 90))
    labels, areas = glccl.torch.connected_components(images)
    found = [glccl.cc_torch.get_connected_components(images.to(torch.uint8)),
             glccl.cc_torch.get_connected_componnets(images.to(torch.uint8)),
             glccl.cc_torch.get_connected_components(images, get_counts=False)]
    for one, counts in found:
        assert one.is_cuda and counts.is_cuda and one.dtype == counts.dtype == torch.int32
        assert torch.equal(one, labels) and torch.equal(counts, areas) == (counts is not found[2][1])
    assert not found[2][1].any()
    same(glccl.cc_torch.connected_components_labeling(images[0, 0]), masks[0, 0])
    same(glccl.cc_torch.connected_components_labeling(images[:, 0]), masks[:, 0])


def test_connected_components_of_no_pixels(torch):
    for shape in ((0, 1, 5, 6), (2, 1, 0, 6)):
        labels, areas = glccl.torch.connected_components(torch.zeros(shape, dtype=torch.bool, device="cuda"))
        assert labels.shape == areas.shape == shape


def test_bfloat16_is_refused(torch):
    with pytest.raises(TypeError, match="dtype is bfloat16"):
        glccl.label(torch.zeros(3, 4, dtype=torch.bfloat16, device="cuda"))


def test_parameters_and_gradients(torch):
    image = torch.nn.Parameter(torch.tensor([[1.0, 0.0, 2.0]], device="cuda"))
    assert glccl.label(image).tolist() == [[1, 0, 2]]


def test_no_device_memory(torch):
    image = torch.zeros((1 << 15, 1 << 16), dtype=torch.uint8, device="cuda")
    out = torch.empty(image.shape, dtype=torch.int32, device="cuda")
    glccl.free_memory()
    torch.cuda.empty_cache()
    taken = torch.empty(torch.cuda.mem_get_info()[0] - (64 << 20), dtype=torch.uint8, device="cuda")
    with pytest.raises(glccl.Error, match="cudaMalloc"):
        glccl.label(image, out=out)
    del taken
    torch.cuda.empty_cache()
    assert int(glccl.label(image, out=out).max()) == 0
