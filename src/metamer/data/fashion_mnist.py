"""Pictures of clothes, in the form of MNIST."""

from metamer.data import idx
from metamer.data.catalogue import Dataset, dataset
from metamer.data.layouts import Convert, Layout
from metamer.data.packages import Package

FILES = {
    "train-images-idx3-ubyte": (
        "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888"
    ),
    "train-labels-idx1-ubyte": (
        "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9"
    ),
    "t10k-images-idx3-ubyte": (
        "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b"
    ),
    "t10k-labels-idx1-ubyte": (
        "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"
    ),
}
ORIGIN = "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com"

dataset.add("fashion_mnist")(
    Dataset(
        title="Fashion-MNIST: 60,000 + 10,000 pictures of clothes, 28 x 28",
        licence="MIT",
        citation="Xiao, Rasul & Vollgraf (2017), arXiv:1708.07747",
        home="https://github.com/zalandoresearch/fashion-mnist",
        file="fashion_mnist.npz",
        needs=", ".join(FILES) + " (open, gzipped or in an archive)",
        convert=Convert((Layout(FILES, idx.images),)),
        package=Package("apt", "dataset-fashion-mnist"),
        origin=tuple(f"{ORIGIN}/{file}.gz" for file in FILES),
    )
)
