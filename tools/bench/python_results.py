"""What glccl calls on labels take on a GPU: wall time until the GPU is done, medians, beside glccl.label().

    python tools/bench/python_results.py

Needs torch with CUDA, and the package glccl (docs/use/python.md). A call that an older package lacks is printed as
refused.
"""

import statistics
import time

import glccl
import glccl.skimage
import glccl.torch
import torch

SIDE = 4096
REPETITIONS = 15


def milliseconds(call):
    times = []
    for _ in range(2 + REPETITIONS):  # the first two allocate and warm up
        torch.cuda.synchronize()
        start = time.perf_counter()
        call()
        torch.cuda.synchronize()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times[2:])


def blobs():
    """Some hundred smooth shapes."""
    generator = torch.Generator(device="cuda").manual_seed(1)
    coarse = torch.rand((1, 1, 64, 64), device="cuda", generator=generator)
    fine = torch.nn.functional.interpolate(coarse, size=(SIDE, SIDE), mode="bicubic")[0, 0]
    return (fine > 0.6).to(torch.uint8)


def noise(side):
    generator = torch.Generator(device="cuda").manual_seed(1)
    return torch.rand((side, side), device="cuda", generator=generator) < 0.3


def cells(side, cell):
    """Squares of one value each, which touch."""
    rows = torch.arange(side, device="cuda", dtype=torch.int32) // cell
    return rows[:, None] * (side // cell + 1) + rows + 1


def ten(call):
    for _ in range(10):
        call()


def main():
    image = blobs()
    labels, count = glccl.label(image, return_num=True)
    tracker = glccl.Tracker((SIDE, SIDE))
    places = [(5, 5), (100, 100)]
    tiny, small, large, squares = noise(512), noise(1024), noise(SIDE), cells(SIDE, 40)
    masks = torch.stack([noise(256)] * 64)
    grey = torch.rand((1024, 1024), device="cuda")
    some = glccl.label(small)
    shapes = ["label", "axis_major_length", "axis_minor_length", "orientation"]
    properties = glccl.skimage.regionprops_table
    compiled = torch.compile(lambda x: glccl.label(x) > 0, fullgraph=True)
    calls = {
        "label(noise of 512)": lambda: glccl.label(tiny),
        "label(noise of 512), ten times": lambda: ten(lambda: glccl.label(tiny)),
        "torch.connected_components(64 of 256)": lambda: glccl.torch.connected_components(masks[:, None]),
        "label(64 of 256, batch=True)": lambda: glccl.label(masks, batch=True),
        "torch.compile(label, fullgraph=True)": lambda: compiled(small),
        "label(noise of 1024)": lambda: glccl.label(small),
        "label(noise of 1024, table=True)": lambda: glccl.label(small, table=True),
        "label(noise of 1024, table=True, rows=65536)": lambda: glccl.label(small, table=True, rows=65536),
        "label(noise of 1024, table=True)[1].numpy()": lambda: glccl.label(small, table=True)[1].numpy(),
        "label(noise)": lambda: glccl.label(large),
        "label(noise, table=True)": lambda: glccl.label(large, table=True),
        "label(noise, table=True, rows=1 << 20)": lambda: glccl.label(large, table=True, rows=1 << 20),
        "label(noise, table=True)[1].numpy()": lambda: glccl.label(large, table=True)[1].numpy(),
        "label(image, table=True)": lambda: glccl.label(image, table=True),
        "regionprops_table(noise of 1024, axes)": lambda: properties(some, properties=shapes),
        "regionprops_table(noise of 1024, intensity)":
            lambda: properties(some, grey, properties=["label", "intensity_mean", "intensity_max"]),
        "contacts(cells of 40)": lambda: glccl.contacts(squares),
        "label(image)": lambda: glccl.label(image),
        "label(image, mask=mask)": lambda: glccl.label(image, mask=image),
        "label(image, fill_holes=True)": lambda: glccl.label(image, fill_holes=True),
        "label(image, periodic=True)": lambda: glccl.label(image, periodic=True),
        "boundaries(labels)": lambda: glccl.boundaries(labels),
        "select(labels, two_places)": lambda: glccl.select(labels, places),
        "lists(labels)": lambda: glccl.lists(labels),
        "Tracker(shape).track(labels)": lambda: tracker.track(labels),
        "skimage.regionprops_table(labels, area)":
            lambda: glccl.skimage.regionprops_table(labels, properties=["label", "area"]),
    }
    print(f"{torch.cuda.get_device_name()}, {SIDE} x {SIDE}, {count} components, medians of {REPETITIONS}")
    for name, call in calls.items():
        try:
            print(f"{name:46}{milliseconds(call):8.3f} ms", flush=True)
        except (AttributeError, TypeError, torch._dynamo.exc.Unsupported) as error:
            print(f"{name:46} refused: {str(error).splitlines()[0][:60]}", flush=True)


if __name__ == "__main__":
    main()
