"""Every annotation of metamer is checked while testing; a whole number may be a float."""

from beartype import BeartypeConf, beartype

check = beartype(conf=BeartypeConf(is_pep484_tower=True))
