"""Computing: work spread over processes of this machine, or over the machines of a cluster.

    results = runner(workers=4).run(play_job, jobs)

Work is a function of a module, its tasks and results small values that can be pickled. It depends
on its task alone, so that who computes it changes nothing.
"""

from cradle.computing.runners import Runner, in_order, runner

__all__ = ["Runner", "in_order", "runner"]
