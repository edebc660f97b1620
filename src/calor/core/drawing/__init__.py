"""Pictures of dependency graphs: as SVG with a layout of our own, for Graphviz and for Mermaid."""
