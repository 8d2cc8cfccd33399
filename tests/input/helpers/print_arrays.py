"""Prints arrays as NumPy and PyTorch do, with odd print options, and what the prints say, as JSON on the standard output.

Each entry: text; shape; bits, of the float32 numbers that the digits of the print mean, as text; or refused, where the print
cannot be read. exact: the print has all digits, so that the bits are those of the array itself.
"""

import json
import re
import sys
import warnings
from fractions import Fraction

import numpy as np
import torch

warnings.simplefilter("ignore")
rng = np.random.default_rng(11)
entries = []


def float32_of(word):
    """The float32 nearest to a decimal, found without rounding twice."""
    if word in ("True", "False"):
        return np.float32(word == "True")
    if re.search("nan|inf", word):
        return np.float32(word)
    exact = Fraction(word)
    near = np.float32(float(exact))
    with np.errstate(all="ignore"):
        around = [np.nextafter(near, np.float32(-np.inf)), near, np.nextafter(near, np.float32(np.inf))]
    finite = [one for one in around if np.isfinite(one)]
    best = min(finite, key=lambda one: (abs(Fraction(float(one)) - exact), int(one.view(np.uint32)) & 1))
    return np.float32(-0.0) if best == 0 and word.startswith("-") else best


def bits_of(numbers):
    return ["nan" if np.isnan(one) else int(np.float32(one).view(np.uint32)) for one in numbers]


def numbers_in(text):
    """The numbers between the brackets of a print."""
    inside = text[text.index("[") if "[" in text else text.index("(") + 1 :]
    inside = re.split(r"\](?!.*\])", inside, flags=re.S)[0] if "[" in text else re.split(r"[,)]", inside)[0]
    return [float32_of(word) for word in re.findall(r"[+-]?(?:nan|inf|\d[\d.]*(?:e[+-]\d+)?|\.\d+)|True|False", inside)]


def put(text, array, exact=False):
    # a print of no axis is a matrix of one number
    shape = list(array.shape) or [1, 1]
    bits = bits_of(numbers_in(text))
    assert len(bits) == array.size, text
    if exact:
        assert bits == bits_of(array.astype(np.float32).ravel()), text
    entries.append({"text": text, "shape": shape, "bits": bits})


def refuse(text):
    entries.append({"text": text, "refused": True})


def drawn(dtype, rank):
    shape = tuple(int(n) for n in rng.integers(1, 6, rank))
    if dtype == "bool":
        return rng.random(shape) < 0.5
    if dtype.startswith(("int", "uint")):
        return rng.integers(0 if dtype[0] == "u" else -100, 100, shape).astype(dtype)
    scale = 10.0 ** rng.integers(-4, 5 if dtype == "float16" else 30)
    array = np.clip(rng.standard_normal(shape) * scale, -6e4, 6e4) if dtype == "float16" else rng.standard_normal(shape) * scale
    array = np.asarray(array).astype(dtype)
    if rank > 0 and rng.random() < 0.4:
        for special in rng.choice([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0], 2):
            array[tuple(int(rng.integers(n)) for n in shape)] = special
    return array


DTYPES = ["float32", "float32", "float64", "float16", "int64", "int8", "uint8", "bool"]
for step in range(1500):
    array = np.asarray(drawn(DTYPES[step % len(DTYPES)], int(rng.integers(0, 5))))
    options = {
        "precision": int(rng.integers(0, 18)),
        "linewidth": int(rng.integers(20, 160)),
        "suppress": bool(rng.random() < 0.3),
        "sign": str(rng.choice(["-", "+", " "])),
        "floatmode": str(rng.choice(["fixed", "unique", "maxprec", "maxprec_equal"])),
        "threshold": sys.maxsize,
    }
    exact = array.dtype not in (np.float16, np.float64) and options["floatmode"] == "unique" and not options["suppress"]
    with np.printoptions(**options):
        put(repr(array), array, exact)
        if array.ndim > 0:
            put(str(array), array, exact)
    # PyTorch has no unsigned types but one
    tensor = torch.from_numpy(array)
    sci_mode = [None, True, False][step % 3]
    torch.set_printoptions(
        precision=int(rng.integers(1, 10)), linewidth=options["linewidth"], sci_mode=sci_mode, threshold=sys.maxsize
    )
    put(repr(tensor), array)
    if array.dtype.kind == "f":
        put(repr(tensor.clone().requires_grad_()), array)
        put(repr(torch.nn.Parameter(tensor.clone())), array)
        put(repr(tensor.clone().requires_grad_() * 1), array)
        put(repr(tensor.to(torch.bfloat16)), array)
    put(str(array.tolist()) if array.ndim else repr(array), array, exact=array.dtype != np.float64 and array.ndim > 0)

np.set_printoptions(threshold=10)
torch.set_printoptions(profile="default", threshold=10)
long = np.arange(100.0).reshape(20, 5)
for array in [long, long.T, long.ravel(), np.arange(1000.0).reshape(10, 10, 10)]:
    for text in [str(array), repr(array), repr(torch.from_numpy(array))]:
        refuse(text)
refuse(repr(np.zeros((0, 3))))
refuse(repr(torch.zeros(0, 3)))
refuse(repr(np.zeros((1, 1, 1, 1, 1))))
refuse(repr(torch.zeros(1, 1, 1, 1, 1)))
refuse(repr(np.array([1e300, 1])))
refuse(repr(np.array([1 + 2j])))
refuse(repr(torch.tensor([1 + 2j])))
refuse(repr(torch.eye(3).to_sparse()))
refuse(repr(np.array([[1, None]], dtype=object)))
refuse(repr(np.array(["a", "b"])))
refuse(repr(np.ma.masked_array([1.0, 2.0], [True, False])))
refuse(repr(np.array([(1, 2.0)], dtype=[("a", int), ("b", float)])))
refuse(repr(np.array(["2020-01-01"], dtype="datetime64[D]")))

json.dump(entries, sys.stdout)
