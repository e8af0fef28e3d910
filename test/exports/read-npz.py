"""Reads an archive with NumPy: type, shape and values of every array, as JSON."""
import json
import sys

import numpy

archive = numpy.load(sys.argv[1], allow_pickle=False)
print(json.dumps({
    name: {'type': str(archive[name].dtype), 'shape': archive[name].shape, 'values': archive[name].ravel().tolist()}
    for name in archive.files
}))
