"""The resource types of Amazon's that need no cloud."""

from typing import Final

from calor.resources.on_demand import OnDemand

PLACES: Final = {
    "AWS::AutoScaling::LaunchConfiguration": "launch_configuration:LaunchConfiguration",
}

TYPES: Final = OnDemand({name: f"{__name__}.{place}" for name, place in PLACES.items()})
