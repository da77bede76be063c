metamer run categories-interpolation --scale paper --out runs/categories-interpolation
