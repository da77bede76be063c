"""Games as pure JAX environments; only what plays them imports them."""
