metamer run categories-reviews --scale paper --out runs/categories-reviews
