"""What the site makes of pages and drawings: site_test.py ROOT."""
import re
import sys
import tempfile
import unittest
from pathlib import Path

root = Path(sys.argv.pop(1))
sys.path.insert(0, str(root / "apps/site"))
import stage  # noqa: E402

DARK = "@media screen and (prefers-color-scheme: dark) {"


class Thumbnails(unittest.TestCase):
    def setUp(self):
        self.drawings = [file.read_text("utf-8") for file in sorted((root / "systems/pictures").glob("*.svg"))]
        self.drawings = [drawing for drawing in self.drawings if drawing.startswith('<svg class="figure still')]

    def test_widths_are_the_same_in_both_palettes(self):
        self.assertGreater(len(self.drawings), 50)
        for drawing in self.drawings:
            style = stage.thumbnail(drawing).split("</style>")[0]
            self.assertNotIn("max-width", style)
            # The last rule counts, so that those of cards stand behind the colours of dark screens.
            self.assertLess(style.index(DARK), style.index(".figure.still .rod { stroke-width: 4; }"))

    def test_all_shapes_are_in_the_picture(self):
        for drawing in self.drawings:
            small = stage.thumbnail(drawing)
            left, top, wide, high = map(float, re.search(r'viewBox="([^"]*)"', small)[1].split())
            for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', drawing):
                self.assertTrue(left <= float(x) <= left + wide and top <= float(y) <= top + high)


class Schemes(unittest.TestCase):
    def test_drawings_follow_the_scheme_that_the_reader_chose(self):
        style = (root / "apps/site/site.css").read_text("utf-8")
        for scheme, palette in (("default", "light"), ("slate", "dark")):
            self.assertRegex(style, rf'\[data-md-color-scheme="{scheme}"\] {{ color-scheme: {palette};')
        # Drawings have a palette for dark pages: one that is inverted as well has black bodies on black.
        self.assertNotIn("invert(", style)


class Cards(unittest.TestCase):
    def test_each_system_of_the_gallery_is_a_card_with_its_facts(self):
        drawn = []
        page = stage.with_cards((root / "systems/README.md").read_text("utf-8"), drawn.append)
        self.assertEqual(page.count('class="system"'), len(drawn))
        self.assertGreater(len(drawn), 50)
        self.assertIn("<small>2 degrees of freedom, Lyapunov time 2.6&nbsp;s</small>", page)


# Runs where mkdocs is missing, which would otherwise be the first to notice a file that was not copied.
class Links(unittest.TestCase):
    def test_each_file_that_a_page_leads_to_is_copied(self):
        with tempfile.TemporaryDirectory() as directory:
            stage.stage(root, Path(directory))
            pages = Path(directory) / "pages"
            targets = {page.parent / target for page in pages.rglob("*.md")
                       for target in re.findall(r"(?<!!)\[[^\]\n]*\]\(([^)#:\s]+\.\w+)\)", re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S))}
            self.assertGreater(len(targets), 150)
            self.assertEqual([str(target.relative_to(pages)) for target in sorted(targets) if not target.exists()], [])


if __name__ == "__main__":
    unittest.main()
