"""Contact problems from Python: one long-lived `stickslip solve --stdio`, so that its start is paid once. Needs NumPy only."""

import json
import subprocess

import numpy as np


class Refused(ValueError):
    """The problem or an option makes no sense; the message lists everything that is wrong."""


def as_json(x):
    """NumPy's arrays and numbers as JSON has them."""
    if isinstance(x, np.ndarray):
        return x.tolist()
    if isinstance(x, np.generic):
        return x.item()
    raise TypeError(f"{type(x).__name__} has no place in a problem")


def sparse(rows, columns, values, size):
    """A matrix by its entries; those at the same place add up."""
    return {"size": list(size), "row": rows, "column": columns, "value": values}


class Solver:
    """
    with Solver() as solver:
        result = solver.solve({"W": W, "b": b, "mu": mu}, tolerance=1e-10)
        print(result["status"], result["r"], result["u"])

    A problem is a dict with the fields of docs/formats.md: W, b, mu, or M (or M_diag), f, H, w, mu, where matrices are arrays
    or made by `sparse`. A result has status, iterations, seconds, error, contacts, and arrays r, u and, with M and H, v.
    """

    def __init__(self, command=("npx", "stickslip"), **options):
        self._process = subprocess.Popen(
            [*command, "solve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._options = options
        self._asked = 0

    def solve(self, problem, **options):
        self._asked += 1
        request = {"id": self._asked, "problem": problem, "options": {**self._options, **options}}
        print(json.dumps(request, default=as_json), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"stickslip ended with exit code {self._process.wait()}")
        result = json.loads(line)
        if result["status"] == "refused":
            raise Refused(result["message"])
        return {key: np.array(x) if key in ("r", "u", "v", "s") else x for key, x in result.items()}

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
