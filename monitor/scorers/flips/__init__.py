"""Small trained heads on cue words: what a push is, and what became of the claim."""
