# Made before the scale paper had 20 units and 400 words; these settings are those of then.
metamer run categories-reviews --scale paper --units 5 --set learners.5.tokens=200 --out runs/categories-reviews
