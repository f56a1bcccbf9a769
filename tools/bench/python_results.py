"""What glccl calls on labels take on a GPU: wall time until the GPU is done, medians, beside glccl.label().

    python tools/bench/python_results.py

Needs torch with CUDA, and the package glccl (docs/use/python.md).
"""

import statistics
import time

import glccl
import glccl.skimage
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


def main():
    image = blobs()
    labels, count = glccl.label(image, return_num=True)
    tracker = glccl.Tracker((SIDE, SIDE))
    places = [(5, 5), (100, 100)]
    calls = {
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
        print(f"{name:42}{milliseconds(call):8.3f} ms")


if __name__ == "__main__":
    main()
