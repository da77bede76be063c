metamer run categories-plane --scale paper --out runs/categories-plane
