"""Where chance begins; a run that failed is repeated with the seed that it has shown."""

import os
import random

SEED = os.environ.get("CALOR_SEED") or str(random.randrange(10**6))
