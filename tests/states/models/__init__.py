"""The models, by the name of the program that each stands for."""

from models import conditions, control, counters, heap, locks

MODELS = {make.__name__: make
          for room in (counters, locks, conditions, heap, control) for make in room.MODELS}
