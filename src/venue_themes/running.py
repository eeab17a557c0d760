"""Notebooks, run headless by this very interpreter, with an end to every wait."""

import asyncio
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from .errors import AnalysisError
from .paths import PACKAGE, atomic_path

CELL_LIMIT = 3600  # seconds that one cell may take
FORGET = "%reset -f"  # between notebooks: one kernel runs them all, since importing takes longer than running


@dataclass
class Run:
    """A notebook on its way: its path, the executed notebook, and the cell that runs (1-based)."""

    path: Path
    notebook: object
    cell: int = 0


def run_notebooks(
    paths: list[Path],
    parameters: dict,
    *,
    partial: Path,
    cell_limit: float = CELL_LIMIT,
    environment: dict[str, str] | None = None,
) -> list:
    """The executed notebooks (nbformat nodes), in the order given.

    Parameters
    ----------
    parameters
        What the cell tagged ``parameters`` is overridden with; values as JSON knows them.
    partial
        Folder for ``<name>.partial.ipynb``: what ran of a notebook that failed.
    cell_limit
        Seconds that a cell may take.
    environment
        Variables that the kernel sees besides those of this process.

    Raises
    ------
    AnalysisError
        A cell raised, took too long, or its kernel died; the text names notebook and cell.
    """
    runs = [Run(Path(p), parameterised(Path(p), parameters)) for p in paths]
    failures: list[BaseException] = []

    def work():
        try:
            asyncio.run(_run_all(runs, partial, cell_limit, _environment() | (environment or {})))
        except BaseException as problem:
            failures.append(problem)

    thread = Thread(target=work)  # an event loop of its own: the caller may be a notebook, which has one already
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
    return [run.notebook for run in runs]


def parameterised(path: Path, parameters: dict):
    """The notebook with a cell after the one tagged ``parameters`` that sets them, as papermill does it.

    Raises
    ------
    AnalysisError
        The file is not a notebook.
    """
    import nbformat

    try:
        notebook = nbformat.read(path, as_version=4)
    except (OSError, ValueError, nbformat.reader.NotJSONError) as problem:
        raise AnalysisError(
            "Notebook", f"{path} cannot be read ({type(problem).__name__})", "a .ipynb file", "Check the path."
        ) from None
    tagged = [i for i, cell in enumerate(notebook.cells) if "parameters" in cell.metadata.get("tags", [])]
    source = "\n".join(f"{name} = {value!r}" for name, value in parameters.items())
    notebook.cells.insert(
        tagged[0] + 1 if tagged else 0,
        nbformat.v4.new_code_cell(source, id="injected", metadata={"tags": ["injected-parameters"]}),
    )
    return notebook


async def _run_all(runs: list[Run], partial: Path, cell_limit: float, env: dict[str, str]) -> None:
    manager = _this_interpreter()
    try:
        for run in runs:
            await _run_one(run, manager, partial, cell_limit, env)
    finally:  # nbclient ends only kernels of managers that it made itself
        if manager.has_kernel:
            await manager.shutdown_kernel(now=True)


async def _run_one(run: Run, manager, partial: Path, cell_limit: float, env: dict[str, str]) -> None:
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    def started(cell, cell_index):
        run.cell = cell_index + 1

    client = NotebookClient(
        run.notebook,
        timeout=cell_limit,
        km=manager,
        on_cell_start=started,
        on_notebook_start=lambda notebook: client.kc.execute(FORGET, silent=True),
        resources={"metadata": {"path": str(run.path.parent)}},
    )
    try:
        await client.async_execute(env=env)
    except CellExecutionError as problem:
        raise _failed(run, partial, f"raised {problem.ename}: {problem.evalue}") from None
    except CellTimeoutError:
        raise _failed(run, partial, f"took longer than {cell_limit:g} seconds") from None
    except (DeadKernelError, RuntimeError) as problem:
        raise _failed(run, partial, f"ended its kernel ({str(problem).strip() or 'it died'})") from None
    finally:
        if client.kc is not None:
            client.kc.stop_channels()


def _failed(run: Run, partial: Path, what: str) -> AnalysisError:
    """The error to raise, after what did run was saved."""
    import nbformat

    partial.mkdir(parents=True, exist_ok=True)
    saved = partial / f"{run.path.stem}.partial.ipynb"
    with atomic_path(saved) as path:
        nbformat.write(run.notebook, path)
    return AnalysisError(
        f"Notebook {run.path.name}, cell {run.cell}:",
        what,
        "a cell that ends well",
        f"What ran until then is in {saved}.",
    )


def _this_interpreter():
    """A manager whose kernel is the interpreter that runs now, whatever kernels are installed or named."""
    from jupyter_client import AsyncKernelManager
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager

    class Here(KernelSpecManager):
        def get_kernel_spec(self, kernel_name):
            return KernelSpec(
                argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}", "--log-level=ERROR"],
                language="python",
                display_name="Python 3",
            )

    return AsyncKernelManager(kernel_spec_manager=Here(), kernel_name="python3")


def _environment() -> dict[str, str]:
    """The kernel's environment: figures as plain JSON, this copy of the package first."""
    path = os.pathsep.join(p for p in (str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")) if p)
    return os.environ | {
        "PLOTLY_RENDERER": "plotly_mimetype",
        "PYTHONPATH": path,
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }
