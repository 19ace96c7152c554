"""Counts the rows of a results file with python-jtl, which was written for Python 2."""
import builtins
import sys
import types
import xml.etree.ElementTree

module = types.ModuleType("xml.etree.cElementTree")
module.iterparse = xml.etree.ElementTree.iterparse
sys.modules["xml.etree.cElementTree"] = module

open_file = builtins.open
# It opens files in binary mode and hands them to the csv module.
builtins.open = lambda name, mode="r": (
    open_file(name, "r", newline="") if mode == "rb" else open_file(name, mode)
)

import jtl  # noqa: E402

samples = errors = 0
for sample in jtl.create_parser(sys.argv[1]).itersamples():
    samples += 1
    errors += 0 if sample.success else 1
print(samples, errors)
