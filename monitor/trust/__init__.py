"""How far a judge can be trusted: measured on replies that people labelled. Pure."""
