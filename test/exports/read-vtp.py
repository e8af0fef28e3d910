"""Reads a .pvd with VTK: for each file of it what a viewer would show, as JSON."""
import json
import os
import sys
import xml.etree.ElementTree as tree

from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

pvd = sys.argv[1]
out = []
for entry in tree.parse(pvd).getroot().iter('DataSet'):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(os.path.join(os.path.dirname(pvd), entry.get('file')))
    reader.Update()
    data = reader.GetOutput()
    arrays = {}
    point_data = data.GetPointData()
    for k in range(point_data.GetNumberOfArrays()):
        array = point_data.GetArray(k)
        arrays[array.GetName()] = [array.GetTuple(i) for i in range(array.GetNumberOfTuples())]
    field = data.GetFieldData()
    names = field.GetAbstractArray('names')
    numbers = field.GetArray('numbers')
    out.append({
        'name': entry.get('name'),
        'bodies': {} if names is None else {
            int(numbers.GetValue(i)): names.GetValue(i) for i in range(names.GetNumberOfValues())
        },
        'normals': None if point_data.GetNormals() is None else point_data.GetNormals().GetName(),
        'texture': None if point_data.GetTCoords() is None else point_data.GetTCoords().GetName(),
        'time': float(entry.get('timestep')),
        'part': int(entry.get('part')),
        'errors': reader.GetErrorCode(),
        'points': [data.GetPoint(i) for i in range(data.GetNumberOfPoints())],
        'verts': data.GetNumberOfVerts(),
        'lines': data.GetNumberOfLines(),
        'polys': data.GetNumberOfPolys(),
        'bounds': data.GetBounds(),
        'arrays': arrays,
    })
print(json.dumps(out))
