"""OpenAI-compatible servers, asked over HTTP: the only package that speaks to models."""
