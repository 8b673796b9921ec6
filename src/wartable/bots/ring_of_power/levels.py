"""The levels, loaded when somebody plays: numpy, scipy and shapely come with them."""

from wartable.bots.ring_of_power.easy import EasyPolicy
from wartable.bots.ring_of_power.hard import HardPolicy
from wartable.bots.ring_of_power.medium import MediumPolicy

__all__ = ["EasyPolicy", "HardPolicy", "MediumPolicy"]
