"""Pure: values, problems, graph, template language. No I/O, clock, chance or log."""
