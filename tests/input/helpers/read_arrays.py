# Reads .npy files, and says of each its type, shape, order and the bits of its numbers, as JSON: python3 read_arrays.py file ...
import json, sys
import numpy as np

listed = []
for path in sys.argv[1:]:
    array = np.load(path)
    order = bool(array.flags["C_CONTIGUOUS"])
    bits = np.ascontiguousarray(array).reshape(-1).view("<u4").tolist()
    listed.append({"dtype": array.dtype.str, "shape": list(array.shape), "order": order, "bits": bits})
print(json.dumps(listed))
