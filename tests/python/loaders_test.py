"""Exports as the loaders of Hugging Face and Croissant read them, by the rules of their published code:

datasets, packaged_modules/hdf5: all arrays of a file are columns, those of a group too, as "group/array" or, in later
versions, as a column of parts; first axes are equal, which a scalar has not; at most 5 further axes, none of length 0; columns,
types and shapes of the first file are those that every other file is cast to. packaged_modules/json: a JSON object a line, the
same keys and shapes in each; Arrow takes the type of a column from the letters of its numbers, "0" is no float, block by block.
Card: `configs` in the YAML header name the files of each split.

mlcroissant: the dataset is of type https://schema.org/Dataset; every field has a dataType that it knows, Split is none, and an
arrayShape of whole numbers with commas between them; files are local or URLs, of a media type it reads (no HDF5); a field is a
column of its file, cast to its dataType number by number through lists; null stays; sha256 is that of the file. Its own code
read such an export (schemas/dataset.md); these rules are what it refused before."""
import hashlib
import json
import re
import unittest

import h5py
import numpy as np

import cchnn
import small_data

MEDIA_TYPES = {"text/csv", "text/tsv", "application/json", "application/jsonlines", "application/x-parquet", "text/plain"}
CASTS = {"sc:Float": float, "sc:Integer": int}
KNOWN_TYPES = {"sc:Float", "sc:Integer", "sc:Text", "sc:URL"}
# It warns of a context in which one of these is missing.
TERMS = set("""arrayShape citeAs column conformsTo cr data dataType dct equivalentProperty examples extract field fileObject
            fileProperty fileSet format includes isArray isLiveDataset jsonPath key md5 parentField path rai recordSet references
            regex repeated replace samplingRate sc separator source subField transform""".split())


def exported(format, layout="rows", source=None, **options):
    source = source or small_data.directory("chain_pendulum_3")
    out = small_data.root / f"export-{format}-{layout}"
    cchnn.run("cchnn-gen", "export", source, "-o", out, layout=layout, format=format, force=True, **options)
    return out


def hugging_face_hdf5(path):
    """Columns by name, or ValueError where that loader raises one."""
    with h5py.File(path) as f:
        arrays = {}
        f.visititems(lambda name, item: arrays.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
    rows = {np.shape(array)[0] if np.ndim(array) else None for array in arrays.values()}
    if len(rows) != 1 or None in rows:
        raise ValueError(f"first axes differ: {rows}")
    if any(array.ndim > 6 or array.dtype.kind not in "fiu" for array in arrays.values()):
        raise ValueError("a column that is no number, or has too many axes")
    if any(0 in array.shape[1:] for array in arrays.values()):
        raise ValueError("a row without numbers loses its shape")
    return arrays


def features(columns):
    """What the loader expects of every other file: {column: (type, shape of a row)}."""
    return {name: (array.dtype.str, array.shape[1:]) for name, array in columns.items()}


def leaves(value):
    return [leaf for part in value for leaf in leaves(part)] if isinstance(value, list) else [value]


def header_of(card):
    """The configs of a card: {split: file}."""
    header = re.match(r"---\n(.*?)\n---\n", card.read_text(), re.S).group(1)
    assert header.startswith("configs:\n- config_name: default\n  data_files:\n")
    return dict(re.findall(r"  - split: (\w+)\n    path: (\S+)", header))


def cast(value, kind):
    if isinstance(value, list):
        return [cast(part, kind) for part in value]
    return None if value is None else kind(value)


def croissant_records(directory, record_set):
    document = json.loads((directory / "croissant.json").read_text())
    files = {file["@id"]: file for file in document["distribution"]}
    fields = next(r for r in document["recordSet"] if r["@id"] == record_set)["field"]
    for line in (directory / files[fields[0]["source"]["fileObject"]["@id"]]["contentUrl"]).read_text().splitlines():
        row = json.loads(line)
        yield {field["@id"]: cast(row[field["source"]["extract"]["column"]], CASTS[field["dataType"]]) for field in fields}


class HuggingFace(unittest.TestCase):
    def test_rows_in_hdf5_are_a_table_and_the_dataset_itself_is_none(self):
        with self.assertRaises(ValueError):
            hugging_face_hdf5(small_data.test().path)
        out = exported("h5")
        self.assertEqual(header_of(out / "README.md"), {"train": "train.h5", "test": "test.h5"})
        columns = hugging_face_hdf5(out / "test.h5")
        np.testing.assert_array_equal(columns["x"], small_data.test().x)
        np.testing.assert_array_equal(columns["t"][5], small_data.test().t)

    def test_chunks_and_what_was_asked_for_are_tables_too(self):
        with_them = small_data.directory("gyroscope", train=3, test=0, with_="acceleration,momentum,multipliers")
        self.assertIn("multipliers", hugging_face_hdf5(exported("h5", source=with_them) / "train.h5"))
        self.assertEqual(hugging_face_hdf5(exported("h5", "chunks") / "train.h5")["x"].shape, (100, 5, 3, 2))

    def test_every_file_has_the_columns_types_and_shapes_of_the_first(self):
        sources = [small_data.directory("chain_pendulum_3"), small_data.directory("dm_pendulum_colors"),
                   small_data.directory("gyroscope", train=3, test=2, with_="acceleration,momentum,multipliers")]
        for source in sources:
            out = exported("h5", source=source)
            found = [features(hugging_face_hdf5(out / file)) for file in header_of(out / "README.md").values()]
            self.assertGreater(len(found), 1)
            for others in found[1:]:
                self.assertEqual(others, found[0])

    def test_numbers_of_a_column_of_json_are_written_as_those_of_one_type(self):
        for source in (small_data.directory("chain_pendulum_3"), small_data.directory("damped_pendulum")):
            out = exported("jsonl", source=source)
            columns = hugging_face_hdf5(exported("h5", source=source) / "test.h5")
            for line in (out / "test.jsonl").read_text().splitlines():
                for name, value in json.loads(line).items():
                    kinds = {type(leaf) for leaf in leaves(value)}
                    self.assertEqual(kinds, {float if columns[name].dtype.kind == "f" else int}, name)

    def test_lines_of_json_have_the_same_keys_and_shapes_and_the_same_numbers(self):
        out = exported("jsonl")
        self.assertEqual(header_of(out / "README.md"), {"train": "train.jsonl", "test": "test.jsonl"})
        rows = [json.loads(line) for line in (out / "test.jsonl").read_text().splitlines()]
        self.assertEqual(len({tuple((key, np.shape(value)) for key, value in row.items()) for row in rows}), 1)
        np.testing.assert_array_equal([row["x"] for row in rows], small_data.test().x)

    def test_the_card_of_a_dataset_says_what_loads_what_and_that_nobody_can_show_it(self):
        card = (small_data.directory("chain_pendulum_3") / "README.md").read_text()
        self.assertIn("\nviewer: false\n---\n", card)
        for words in ('cchnn.Dataset("train.h5")', "--layout rows --format h5", "--format jsonl", "--format npy"):
            self.assertIn(words, card)


class Croissant(unittest.TestCase):
    def test_types_and_shapes_are_such_as_it_knows(self):
        for directory in (small_data.directory("chain_pendulum_3"), exported("jsonl")):
            document = json.loads((directory / "croissant.json").read_text())
            context = document["@context"]
            self.assertLessEqual(TERMS, set(context))
            prefix, name = document["@type"].split(":")
            self.assertEqual(context[prefix] + name, "https://schema.org/Dataset")
            for field in (field for record_set in document["recordSet"] for field in record_set["field"]):
                types = field["dataType"] if isinstance(field["dataType"], list) else [field["dataType"]]
                self.assertTrue(KNOWN_TYPES & set(types), field)
                if field.get("isArray"):
                    self.assertTrue(all(int(length) > 0 for length in field["arrayShape"].split(",")), field)

    def test_files_are_there_and_of_types_that_it_reads(self):
        out = exported("jsonl")
        for file in json.loads((out / "croissant.json").read_text())["distribution"]:
            self.assertIn(file["encodingFormat"], MEDIA_TYPES)
            self.assertEqual(hashlib.sha256((out / file["contentUrl"]).read_bytes()).hexdigest(), file["sha256"])

    def test_records_are_trajectories(self):
        data = small_data.test()
        records = list(croissant_records(exported("jsonl"), "test"))
        self.assertEqual(len(records), len(data))
        np.testing.assert_array_equal([record["test/v"] for record in records], data.v)
        self.assertEqual([record["test/trajectory"] for record in records], list(range(len(data))))

    def test_null_is_what_is_not_finite(self):
        source = small_data.root / "early"
        source.mkdir(exist_ok=True)
        for name in ("test.h5", "croissant.json"):
            (source / name).write_bytes((small_data.directory("chain_pendulum_3") / name).read_bytes())
        with h5py.File(source / "test.h5", "r+") as f:
            f["x"][2, 50:] = np.nan
        record = list(croissant_records(exported("jsonl", source=source), "test"))[2]
        self.assertIsNone(record["test/x"][50][0][0])
        self.assertIsNotNone(record["test/x"][49][0][0])


class NumPy(unittest.TestCase):
    def test_arrays_are_memory_maps_in_float32(self):
        out = exported("npy", "arrays", dtype="float32")
        x = np.load(out / "test/x.npy", mmap_mode="r")
        self.assertIsInstance(x, np.memmap)
        self.assertEqual(x.dtype, np.float32)
        np.testing.assert_array_equal(x, small_data.test().x.astype(np.float32))
        self.assertEqual(str(np.load(out / "test/truth_digest.npy")), small_data.test().truth_digest)
        self.assertEqual(json.loads(str(np.load(out / "test/system/json.npy")))["name"], "chain_pendulum_3")
