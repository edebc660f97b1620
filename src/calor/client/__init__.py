"""What a client of the orchestration API does: collect files, speak HTTP."""
