"""Arrays of every kind: in which memory their elements lie, in which order, and along which axes."""
