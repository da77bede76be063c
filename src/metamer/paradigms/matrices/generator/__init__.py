"""Drawing matrices in JAX: structure, candidates, context, and what is accepted."""
