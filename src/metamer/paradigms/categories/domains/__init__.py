"""What can be categorised: points, a user's own table, digits, reviews, faces."""
