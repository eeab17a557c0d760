"""Work done beside this process, by a helper program on another core; the result is the same as done here.

A helper is a program of its own, so that no main module is imported twice and no thread is forked. What goes in and out
are arrays and JSON values. Where a helper cannot be had, or fails, the work is done here.
"""

import functools
import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from .cache import Cache, digest, pack, unpack
from .paths import PACKAGE


def cached_beside(cache: Cache, stage: str, parts: tuple, function: Callable[..., dict], values: dict, *,
                  alone: bool) -> Callable[[], dict]:
    """`cached`, begun now and waited for when the returned function is called.

    Parameters
    ----------
    function
        A function at the top of a module of this package, from ``values`` (by name) to a dict of arrays and JSON values.
    alone
        Do the work here, when it is asked for, because starting a helper would cost more than it saves.
    """
    key = digest(stage, *parts)
    blob = cache.get_many([key]).get(key)
    if blob is not None:
        return lambda: unpack(blob)
    begun = None if alone else _begin(function, values)

    def result() -> dict:
        made = begun() if begun else None
        blob = pack(function(**values)) if made is None else made
        cache.put_many({key: blob})
        return unpack(blob)

    return functools.cache(result)


def _begin(function: Callable[..., dict], values: dict) -> Callable[[], bytes | None] | None:
    """Start a helper; the returned function waits for its answer, None when there is none."""
    code = f"from {__name__} import serve; serve({function.__module__!r}, {function.__name__!r})"
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        helper = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  env=os.environ | {"PYTHONPATH": path})
    except OSError:
        return None
    pool = ThreadPoolExecutor(1)
    answer = pool.submit(helper.communicate, pack(values))
    pool.shutdown(wait=False)

    def wait() -> bytes | None:
        said = answer.result()[0]
        return said if helper.returncode == 0 and said else None

    return wait


def serve(module: str, name: str) -> None:
    """Read values from stdin, call the function, write what it returns to stdout."""
    from threadpoolctl import threadpool_limits

    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not stand in the answer
    values = unpack(sys.stdin.buffer.read())
    function = getattr(importlib.import_module(module), name)
    with threadpool_limits(1):
        blob = pack(function(**values))
    answer.write(blob)
    answer.close()
