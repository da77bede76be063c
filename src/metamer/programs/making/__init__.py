"""Programs whose output is made anew: cropped, counted, listed, tiled, put together."""
