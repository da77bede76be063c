"""The boards that people and an agent played in kumar2022, and how they did."""

from metamer.data.catalogue import Dataset, dataset
from metamer.data.folders import CopyFiles, checksums

REPOSITORY = "https://github.com/sreejank/Abstract_Neural_Metamers"

OPTIONAL = ("nn_reference.csv", "hyperparameters.json", "grammar_2021/", "gsp_4x4/")
"""What studies can do without: the neighbour player's scores, which were computed later;
Table S8, converted from pickled files; boards of the two neighbouring papers."""

FILES = checksums("tiles-people")
NEEDED = {
    place: digest for place, digest in FILES.items() if not place.startswith(OPTIONAL)
}

dataset.add("tiles-people")(
    Dataset(
        title="kumar2022: scores of 799 people and an agent, and their 800 boards",
        licence="none stated: cite it, and ask its authors before you pass it on",
        citation="Kumar, Dasgupta, Daw, Cohen & Griffiths (2023), PLOS Computational "
        "Biology 19(8), e1011316",
        home=REPOSITORY,
        file="tiles-people",
        needs="performancedata.csv, and RULE_sample.npy, RULE_sample_starts.npy, "
        "RULE_null_sample.npy and RULE_null_sample_starts.npy of eight rules,",
        convert=CopyFiles(NEEDED, {one: FILES[one] for one in FILES.keys() - NEEDED}),
        origin=(f"{REPOSITORY}/archive/HEAD.zip",),
    )
)
