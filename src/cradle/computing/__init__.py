"""Computing: work spread over processes of this machine, or over the machines of a cluster.

    results = runner(workers=4).run(play_job, jobs)

Work is a module-level function; its tasks and results are small values that can be pickled. A
result depends on its task alone, so it is the same wherever it is computed.
"""

from cradle.computing.runners import Runner, in_order, runner

__all__ = ["Runner", "in_order", "runner"]
