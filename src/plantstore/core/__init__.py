"""What every other package uses: settings, clocks, ids, logging, metrics and reports of unhandled exceptions."""
