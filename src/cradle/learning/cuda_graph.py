"""CUDA graphs: work for the GPU is recorded once, then repeated by one call, which starts faster.

The recording reads and writes the same memory each time, so inputs are copied into place before
and results are read before the next call. Without a GPU the work is simply done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

WARM = 3  # plain calls before the recording: libraries settle their memory in them


class CudaGraph:
    """A piece of work without arguments; on a GPU it is recorded in the current stream."""

    def __init__(self, work: Callable[[], Any], gpu: bool) -> None:
        self.work, self.gpu = work, gpu
        self.calls = 0
        self.graph: torch.cuda.CUDAGraph | None = None
        self.result: Any = None

    def __call__(self) -> Any:
        """Do the work; its result stays valid until the next call."""
        if not self.gpu or self.calls < WARM:
            self.calls += 1
            return self.work()
        if self.graph is None:
            self._record()
        else:
            self.graph.replay()
        return self.result

    def _record(self) -> None:
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=torch.cuda.current_stream()):
            self.result = self.work()
        self.graph = graph
        graph.replay()
