"""Items that are drawn on the device, each from a key and its place: nothing is kept."""
