"""glccl.label() within graphs of torch, on the CPU, and on a GPU if there is one."""

import glccl
import numpy as np
import pytest
from glccl._device.torch_operator import register

torch = pytest.importorskip("torch", reason="torch is not installed")
from torch import library  # noqa: E402, which may be missing

DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]
ARGUMENTS = [
    {},
    {"connectivity": 4, "min_area": 3, "largest": 5},
    {"criterion": "equal", "background": None, "periodic": (False, True)},
    {"criterion": glccl.foreground(1, 3), "clear_border": True},
    {"criterion": glccl.difference(1), "max_area": 40},
    {"fill_holes": True},
]


@pytest.fixture(autouse=True)
def graphs_are_forgotten():
    yield
    torch._dynamo.reset()  # a function has few graphs at most, and tests share theirs


def image_of(device, shape=(23, 31), seed=0):
    return torch.from_numpy(np.random.default_rng(seed).integers(0, 4, shape).astype(np.uint8)).to(device)


def same(found, expected):
    assert found.dtype == torch.int32
    np.testing.assert_array_equal(found.cpu().numpy(), expected.cpu().numpy())


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_a_compiled_function_is_one_graph(device, arguments):
    @torch.compile(fullgraph=True, backend="aot_eager")
    def objects(image):
        return glccl.label(image + 0, **arguments) * 2

    for shape in ((23, 31), (40, 17)):
        image = image_of(device, shape)
        same(objects(image), glccl.label(image, **arguments) * 2)


@pytest.mark.parametrize("device", DEVICES)
def test_the_operator_keeps_torchs_rules(device):
    register()
    image, mask = image_of(device), image_of(device, seed=1) > 0
    batch = image_of(device, (3, 9, 11))
    schema = dict(engine="auto", connectivity=0, background=0, criterion="foreground", low=0.0, high=float("inf"),
                  inverted=False, names=["min_area"], values=[2])
    for arguments in (dict(image=image, mask=None, periodic=[False, False], batch=False, rows=0),
                      dict(image=image, mask=mask, periodic=[True, False], batch=False, rows=0),
                      dict(image=batch, mask=None, periodic=[False, False], batch=True,
                           rows=0 if device == "cpu" else 9)):
        order = ("image", "mask", *schema, "periodic", "batch", "rows")
        every = {**schema, **arguments}
        library.opcheck(torch.ops.glccl.label, tuple(every[name] for name in order))


@pytest.mark.parametrize("device", DEVICES)
def test_vmap_is_a_batch(device):
    images = image_of(device, (13, 4, 17))
    masks = image_of(device, (4, 13, 17), seed=2) > 0
    each = torch.vmap(lambda one, its: glccl.label(one, mask=its), in_dims=(1, 0))
    expected = glccl.label(images.movedim(1, 0).contiguous(), mask=masks, batch=True)
    same(each(images, masks), expected)
    same(torch.compile(each, backend="eager", fullgraph=True)(images, masks), expected)
    image = images[:, 0]
    shared = torch.vmap(lambda its: glccl.label(image, mask=its))(masks)
    same(shared, torch.stack([glccl.label(image, mask=one) for one in masks]))
    with pytest.raises(ValueError, match="neither batch nor rows"):
        torch.vmap(lambda one: glccl.label(one, batch=True))(masks[None])


@pytest.mark.parametrize("batch", [False, True])
def test_a_table_is_traced_without_a_gpu(batch):
    class Table(torch.nn.Module):
        def forward(self, image):
            labels, tables = glccl.label(image, table=True, rows=37, batch=batch, periodic=True)
            table = tables[1] if batch else tables
            return labels, table.area + 0, table.bbox, table.value, table.crosses, table.centroid, table.count

    image = image_of("cpu", (3, 9, 11) if batch else (9, 11))
    program = torch.export.export(Table(), (image,), strict=True)
    outputs = next(node for node in program.graph.nodes if node.op == "output").args[0]
    shapes = [(tuple(node.meta["val"].shape), node.meta["val"].dtype) for node in outputs]
    assert shapes == [(tuple(image.shape), torch.int32), ((37,), torch.int64), ((37, 4), torch.int64),
                      ((37,), torch.uint8), ((37, 2), torch.bool), ((37, 2), torch.float64), ((1,), torch.int64)]


def test_an_exported_program():
    class Objects(torch.nn.Module):
        def forward(self, image):
            return glccl.label(image, connectivity=4)

    program = torch.export.export(Objects(), (image_of("cpu"),))
    image = image_of("cpu", seed=3)
    same(program.module()(image), glccl.label(image, connectivity=4))


@pytest.mark.skipif("cuda" not in DEVICES, reason="tables with rows are for GPUs")
@pytest.mark.parametrize("batch", [False, True])
def test_a_table_in_a_compiled_function(batch):
    @torch.compile(fullgraph=True)
    def areas(images):
        labels, tables = glccl.label(images, table=True, rows=300, batch=batch)
        return labels, [(table.area.sum(), table.bbox, table.count) for table in (tables if batch else [tables])]

    images = image_of("cuda", (3, 40, 50) if batch else (40, 50))
    labels, found = areas(images)
    expected, tables = glccl.label(images, table=True, batch=batch)
    same(labels, expected)
    for (area, bbox, count), table in zip(found, tables if batch else [tables]):
        assert int(area) == int(table.area.sum()) and int(count) == len(table)
        assert torch.equal(bbox[: len(table)], table.bbox)


@pytest.mark.parametrize("arguments", [dict(return_num=True), dict(table=True), dict(out=torch.zeros(23, 31))], ids=str)
def test_what_a_graph_cannot_have(arguments):
    compiled = torch.compile(lambda image: glccl.label(image, **arguments), fullgraph=True, backend="eager")
    with pytest.raises(Exception, match="neither return_num, out nor stream"):
        compiled(image_of("cpu"))
