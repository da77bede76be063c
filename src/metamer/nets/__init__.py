"""Networks, batch first: whoever has many seeds maps over them."""
