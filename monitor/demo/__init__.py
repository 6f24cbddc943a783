"""`sycomon demo`: the main job on the embedded broker, with a small real model to ask."""
