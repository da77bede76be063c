metamer run categories-digits --scale paper --out runs/categories-digits
