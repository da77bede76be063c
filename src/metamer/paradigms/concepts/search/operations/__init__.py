"""What can be done to images, one file for each group of operations.

To add an operation is to write one function under one of the four decorators of
`table`, in a file of this folder. Files are found because they are here.
"""
