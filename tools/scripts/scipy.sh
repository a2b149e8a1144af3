#!/usr/bin/env bash
# Fits the same problem with the tuner and with scipy's L-BFGS-B (Debian's
# python3-scipy), one after the other on one thread, and prints both.
#
#   tools/scripts/scipy.sh [rows]           random rows of 800 weights; 5000000
#   tools/scripts/scipy.sh --in DATASET     the quiet positions of a dataset
#
# Needs about 400 bytes of disk (TMPDIR) and of memory a row.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "${1:-}" = --in ]; then
	export DAMALAB_SCIPY_DATASET=$2
else
	export DAMALAB_SCIPY_ROWS=${1:-5000000}
fi
DAMALAB_SCIPY=$work go test -count=1 -timeout 60m -run '^TestBesideScipy$' ./tuner >&2
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 "${PYTHON:-/usr/bin/python3}" - "$work" <<'PYTHON'
import json, sys, time
import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

work = sys.argv[1] + "/"
ours = json.load(open(work + "ours.json"))
n, params, price = ours["rows"], ours["weights"], ours["price"]
matrix = csr_matrix((np.fromfile(work + "data.f64"), np.fromfile(work + "indices.i32", np.int32),
                     np.fromfile(work + "indptr.i64", np.int64)), shape=(n, params))
turned = matrix.T
target = np.fromfile(work + "target.f64")
trace = []

def both(x):
    odds = matrix @ x
    small = np.exp(-np.abs(odds))
    loss = np.mean(np.log1p(small) + np.maximum(odds, 0) - target * odds) + price * x @ x
    expected = np.where(odds < 0, small, 1) / (1 + small)
    slope = turned @ (expected - target) / n + 2 * price * x
    trace.append((time.process_time() - began, loss))
    return loss, slope

began = time.process_time()
found = minimize(both, np.zeros(params), jac=True, method="L-BFGS-B",
                 options={"maxcor": 15, "maxiter": 1000, "maxfun": 2000, "ftol": 0, "gtol": 1e-6})
theirs = trace[-1][0]
least = min(found.fun, ours["value"])
near = next((s for s, loss in trace if loss < least + 1e-9), float("nan"))
print(f"{n} rows, {params} weights, {matrix.nnz / n:.1f} coefficients a row")
print(f"tuner  {ours['seconds']:8.1f} CPU-s, {ours['iterations']:4} iterations, {ours['pass']:.3f} CPU-s a pass, value {ours['value']:.12f} ({ours['status']})")
print(f"scipy  {theirs:8.1f} CPU-s, {found.nit:4} iterations, {theirs / len(trace):.3f} CPU-s a pass, value {found.fun:.12f} ({found.message})")
print(f"scipy within 1e-9 of the least value after {near:.1f} CPU-s")
print(f"ratio: fit {theirs / ours['seconds']:.2f}, pass {theirs / len(trace) / ours['pass']:.2f} (above 1: the tuner is faster)")
PYTHON
