"""Writes a source that compiles several test files as one, so that what they include is read once.

    compile_together.py OUT FILE...       paths of FILE from the root of this tree, where it is run

Each file stands in a namespace of its own: two files may call their helpers by the same name. What they include stands
before all of them, outside; their own #include lines find it there already, since every header is included once. A file
with own macros or with a namespace of the library (a specialisation) cannot be wrapped, and tests/CMakeLists.txt compiles it alone.
"""

import os
import re
import sys

out, files = sys.argv[1], sys.argv[2:]
headers, bodies = {}, []
for file in files:
    with open(file) as source:
        text = source.read()
    for header in re.findall(r'^#include ([<"][^>"]+[>"])', text, re.MULTILINE):
        beside = os.path.join(os.path.dirname(file), header[1:-1])
        headers[f'"{beside}"' if header[0] == '"' and os.path.exists(beside) else header] = None
    name = re.sub(r"\W", "_", file.removeprefix("tests/").removesuffix("_test.cpp"))
    bodies.append(f'namespace of_{name} {{\n#include "{file}"\n}}\n')
together = "".join(f"#include {header}\n" for header in headers) + "".join(bodies)
if not os.path.exists(out) or open(out).read() != together:
    with open(out, "w") as target:
        target.write(together)
