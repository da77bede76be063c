"""The people app: a study in the browser, on a server of one's own."""
