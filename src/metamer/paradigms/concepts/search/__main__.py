"""`python -m metamer.paradigms.concepts.search`: compile what searches need, on all cores.

For those who install: nobody's first search then has to wait for it.
"""

from collections import deque

from metamer.paradigms.concepts.search.prepare import prepare, unprepared

if __name__ == "__main__":
    deque(prepare(unprepared(), cores=-1), maxlen=0)
