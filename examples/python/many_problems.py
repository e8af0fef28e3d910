"""
Many contact problems from Python, solved by one process, and checked against Coulomb's law with NumPy.

    python3 examples/python/many_problems.py 1000              time per problem
    python3 examples/python/many_problems.py 1000 --alone 5    beside it: one process for each problem

STICKSLIP is the command to run; `npx stickslip` where it is not set.
"""

import argparse
import json
import os
import shlex
import subprocess
import time

import numpy as np
from stickslip_client import Solver, as_json, sparse

command = shlex.split(os.environ.get("STICKSLIP", "npx stickslip"))


def frame(normal):
    """Rows: the normal and two tangents."""
    helper = np.eye(3)[np.argmin(np.abs(normal))]
    tangent = np.cross(normal, helper)
    tangent /= np.linalg.norm(tangent)
    return np.array([normal, tangent, np.cross(normal, tangent)])


def random_problem(rng, contacts=64, bodies=32):
    """Rigid bodies of 1 kg that meet at random places. With w = 0 standing still is allowed, so there is a solution."""
    mass = np.tile([1, 1, 1, 0.1, 0.1, 0.1], bodies)
    f = mass * rng.standard_normal(6 * bodies)
    rows, columns, values = [], [], []
    for k in range(contacts):
        a, b = rng.choice(bodies, 2, replace=False)
        normal = rng.standard_normal(3)
        R = frame(normal / np.linalg.norm(normal))
        for body, sign in ((a, 1), (b, -1)):
            arm = 0.3 * rng.standard_normal(3)
            cross = np.array([[0, -arm[2], arm[1]], [arm[2], 0, -arm[0]], [-arm[1], arm[0], 0]])
            block = sign * np.hstack([R, -R @ cross])
            i, j = np.indices((3, 6))
            rows.append(3 * k + i.ravel())
            columns.append(6 * body + j.ravel())
            values.append(block.ravel())
    parts = [np.concatenate(x) for x in (rows, columns, values)]
    H = sparse(*parts, size=(3 * contacts, 6 * bodies))
    mu = rng.uniform(0.1, 0.8, contacts)
    return {"M_diag": mass, "f": f, "H": H, "w": np.zeros(3 * contacts), "mu": mu}


def violation(problem, result):
    """The largest amount by which a solution misses M v = f + Hᵀ r, u = H v + w and Coulomb's law."""
    H = np.zeros(problem["H"]["size"])
    np.add.at(H, (problem["H"]["row"], problem["H"]["column"]), problem["H"]["value"])
    r, u, v, mu = result["r"], result["u"], result["v"], problem["mu"]
    balance = np.abs(problem["M_diag"] * v - problem["f"] - H.T @ r).max()
    kinematics = np.abs(H @ v + problem["w"] - u).max()
    r, u = r.reshape(-1, 3), u.reshape(-1, 3)
    slip, pull = np.linalg.norm(u[:, 1:], axis=1), np.linalg.norm(r[:, 1:], axis=1)
    cone = np.maximum(pull - mu * r[:, 0], 0).max()
    apart = np.maximum(-u[:, 0], 0).max()
    # with u_N raised by mu |u_T| both are orthogonal: one line for open, sticking and sliding contacts
    power = np.abs((r * u).sum(axis=1) + mu * slip * r[:, 0]).max()
    return max(balance, kinematics, cone, apart, power)


def main():
    arguments = argparse.ArgumentParser(description="many contact problems through one process")
    arguments.add_argument("problems", type=int, nargs="?", default=3)
    arguments.add_argument("--contacts", type=int, default=64)
    arguments.add_argument("--alone", type=int, default=0, help="solve so many with a process each as well")
    asked = arguments.parse_args()
    rng = np.random.default_rng(1)
    problems = [random_problem(rng, asked.contacts) for _ in range(asked.problems)]

    with Solver(command, tolerance=1e-10) as solver:
        solver.solve(problems[0])  # the first one waits for the start
        begun = time.perf_counter()
        results = [solver.solve(problem) for problem in problems]
        together = (time.perf_counter() - begun) / len(problems)
    converged = sum(result["status"] == "converged" for result in results)
    worst = max(violation(problem, result) for problem, result in zip(problems, results))
    print(f"{converged} of {len(problems)} problems of {asked.contacts} contacts converged")
    print(f"Coulomb's law holds within 1e-8: {worst < 1e-8}")
    states = {state: sum(result["contacts"][state] for result in results) for state in ("stick", "slide", "takeOff")}
    print(f"{states['stick']} stick, {states['slide']} slide, {states['takeOff']} take off")
    if len(problems) >= 100:
        print(f"{1000 * together:.2f} ms a problem through one process")

    if asked.alone > 0:
        begun = time.perf_counter()
        for problem, known in zip(problems[: asked.alone], results):
            alone = subprocess.run(
                [*command, "solve", "-", "--tolerance", "1e-10", "--out", "-"],
                input=json.dumps(problem, default=as_json), capture_output=True, text=True, check=True,
            )
            assert json.loads(alone.stdout)["r"] == known["r"].tolist()
        each = (time.perf_counter() - begun) / asked.alone
        print(f"{1000 * each:.0f} ms a problem with a process each, the same bits: {each / together:.0f} times as long")


main()
