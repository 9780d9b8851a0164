"""The tables of a report on the page that cchnn-eval wrote: it knows neither baselines nor what training took."""
from __future__ import annotations

from html import escape
from pathlib import Path

from .report import Report

BEGIN_OF_MAIN = '<main id="main">\n'


def add_to_page(report: Report) -> None:
    page = Path(report.page)
    text = page.read_text("utf-8")
    parts = ["<h2>Benchmark</h2>\n", *(_table(heading, rows) for heading, rows in report.tables()),
             *(f"<p>{escape(remark)}</p>\n" for remark in report.remarks())]
    page.write_text(text.replace(BEGIN_OF_MAIN, BEGIN_OF_MAIN + "".join(parts), 1), "utf-8")


def _table(heading: str, rows: list[tuple[str, ...]]) -> str:
    head, *body = ["<tr>" + "".join(_cell(cell, "col" if k == 0 else "row" if column == 0 else "") for column, cell in enumerate(row)) +
                   "</tr>\n" for k, row in enumerate(rows)]
    return (f'<p class="caption">{escape(heading)}</p>\n<div class="table" tabindex="0" role="region" aria-label="{escape(heading)}">'
            f"<table>\n<thead>{head}</thead>\n<tbody>\n{''.join(body)}</tbody></table></div>\n")


def _cell(text: str, scope: str) -> str:
    return f'<th scope="{scope}">{escape(text)}</th>' if scope else f"<td>{escape(text)}</td>"
