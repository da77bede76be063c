"""Networks that play: what they see goes in, a logit for each tile and a value come out."""
