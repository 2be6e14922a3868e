"""CPU seconds and peak memory of a task in this process, and limits for both.

Only the standard library: the other programs run it in their own environment.
"""

import math
import resource
import statistics
from collections.abc import Callable
from typing import Any

RUNS, ENOUGH = 5, 3.0  # runs of a short task, and CPU seconds after which no more are started


def cpu_seconds() -> float:
    """Return the CPU seconds of this process, all threads.

    Not time.process_time(): with a limit set it counts whole clock ticks.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def timed(task: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds of task() and its answer."""
    began = cpu_seconds()
    answer = task()
    return cpu_seconds() - began, answer


def median_timed(task: Callable[[], Any]) -> tuple[float, Any]:
    """Return the median CPU seconds of up to five runs of task(), and the last answer."""
    return median_prepared(lambda: None, lambda _: task())


def median_prepared(prepare: Callable[[], Any], task: Callable[[Any], Any]) -> tuple[float, Any]:
    """Return the same for task(prepare()), without the time of prepare()."""
    seconds: list[float] = []
    answer = None
    while len(seconds) < RUNS and sum(seconds) < ENOUGH:
        answer = None  # free the previous answer before the next
        prepared = prepare()
        second, answer = timed(lambda given=prepared: task(given))
        seconds.append(second)
    return statistics.median(seconds), answer


def stop_after(seconds: float, gigabytes: float) -> None:
    """Limit this process to `seconds` more CPU seconds and to `gigabytes` of memory."""
    soft = math.ceil(cpu_seconds() + seconds)
    for what, limit in ((resource.RLIMIT_CPU, soft), (resource.RLIMIT_AS, int(gigabytes * 2**30))):
        resource.setrlimit(what, (limit, resource.getrlimit(what)[1]))


def peak_megabytes() -> float:
    """Return the peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
