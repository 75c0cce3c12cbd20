"""What every room needs: settings, clocks, ids, logging, metrics, and reports of faults."""
