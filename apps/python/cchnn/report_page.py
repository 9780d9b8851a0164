"""The tables of a report on the page that cchnn-eval wrote: it knows neither baselines nor what training took."""
from __future__ import annotations

from html import escape
from pathlib import Path

from .report import Report

RANKING = '<section class="ranking">\n'
FIRST_SYSTEM = '<section>\n<h2 id="system-0">'


def add_to_page(report: Report) -> None:
    """Behind motion and figures; of several systems, which are named in each row then, behind the chart of all."""
    page, several = Path(report.page), len(report.systems) > 1
    text, before = page.read_text("utf-8"), FIRST_SYSTEM if several else RANKING
    if before not in text:
        raise RuntimeError(f"{page}: cchnn-eval wrote a page without {before!r}, before which the benchmark's tables belong")
    parts = ["<section>\n<h2>Benchmark</h2>\n",
             *(_table(heading, rows if several else [row[1:] for row in rows]) for heading, rows in report.tables()),
             *(f"<p>{escape(remark)}</p>\n" for remark in report.remarks()), "</section>\n"]
    page.write_text(text.replace(before, "".join(parts) + before, 1), "utf-8")


def _table(heading: str, rows: list[tuple[str, ...]]) -> str:
    head, *body = ["<tr>" + "".join(_cell(cell, "col" if k == 0 else "row" if column == 0 else "") for column, cell in enumerate(row)) +
                   "</tr>\n" for k, row in enumerate(rows)]
    return (f'<p class="caption">{escape(heading)}</p>\n<div class="table" tabindex="0" role="region" aria-label="{escape(heading)}">'
            f"<table>\n<thead>{head}</thead>\n<tbody>\n{''.join(body)}</tbody></table></div>\n")


def _cell(text: str, scope: str) -> str:
    """A number with its interval small below it, as in the tables of cchnn-eval."""
    number, interval, ends = text.partition(" [")
    shown = escape(number) + (f"<small>[{escape(ends)}</small>" if interval else "")
    return f'<th scope="{scope}">{shown}</th>' if scope else f"<td>{shown}</td>"
