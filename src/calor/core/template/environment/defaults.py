"""The registry entries every operator starts with: old names of types that still exist."""

from collections.abc import Mapping
from typing import Final

DEFAULT_ENTRIES: Final[Mapping[str, str]] = {
    "OS::Ceilometer::Alarm": "OS::Aodh::Alarm",
    "OS::Ceilometer::CombinationAlarm": "OS::Aodh::CombinationAlarm",
    "OS::Ceilometer::GnocchiAggregationByMetricsAlarm": (
        "OS::Aodh::GnocchiAggregationByMetricsAlarm"
    ),
    "OS::Ceilometer::GnocchiAggregationByResourcesAlarm": (
        "OS::Aodh::GnocchiAggregationByResourcesAlarm"
    ),
    "OS::Ceilometer::GnocchiResourcesAlarm": "OS::Aodh::GnocchiResourcesAlarm",
    "OS::Metering::Alarm": "OS::Aodh::Alarm",
    "OS::Quantum*": "OS::Neutron*",
}
