# Writes .npy files of every type, order and rank that NumPy has, each with what float32 makes of it beside it, and lists
# them in list.json: python3 write_arrays.py folder
import json, os, sys
import numpy as np

folder = sys.argv[1]
random = np.random.RandomState(7)
listed = []


def values(dtype, shape):
    count = int(np.prod(shape))
    kind = dtype.kind
    if kind == "b":
        return random.randint(0, 2, count).astype(dtype).reshape(shape)
    if kind in "iu":
        # all bits at random
        raw = random.bytes(count * dtype.itemsize)
        return np.frombuffer(raw, dtype=dtype).reshape(shape)
    drawn = random.standard_normal(count) * 10.0 ** random.randint(-7 if dtype.itemsize == 2 else -40, 4, count)
    special = [np.nan, np.inf, -np.inf, -0.0, 0.0, 5e-324, 1e-45, 65504.0]
    for i in range(min(count, len(special)) if count > 20 else 0):
        drawn[i] = special[i]
    with np.errstate(over="ignore"):
        return drawn.astype(dtype).reshape(shape)


def add(array, version=None):
    name = "%d.npy" % len(listed)
    with open(os.path.join(folder, name), "wb") as file:
        np.lib.format.write_array(file, array, version)
    with np.errstate(over="ignore"):
        expected = np.ascontiguousarray(array.astype("<f4"))
    expected.tofile(os.path.join(folder, name + ".f4"))
    listed.append({"name": name, "shape": list(array.shape), "dtype": array.dtype.str})


shapes = [(), (1,), (0,), (37,), (0, 3), (5, 0), (7, 11), (1, 30), (30, 1), (3, 4, 5), (2, 0, 3), (2, 3, 4, 5), (1, 1, 1, 1)]
for code in "f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1".split():
    for order in "<>":
        dtype = np.dtype(order + code)
        for shape in shapes:
            array = values(dtype, shape)
            add(array)
            add(np.asfortranarray(array))
            add(array, (2, 0))
            add(np.asfortranarray(array), (3, 0))
        add(values(dtype, (600, 250)))
        add(np.asfortranarray(values(dtype, (600, 250))))
json.dump(listed, open(os.path.join(folder, "list.json"), "w"))
