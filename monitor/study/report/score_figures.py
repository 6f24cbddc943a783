"""Figures of scores: a panel for each judge."""

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm

from monitor.scorers.bluffing.coefficient import LITTLE_EVIDENCE
from monitor.scorers.judge_output import HIGH_SCORE
from monitor.study.report.canvas import Picture, Sheet
from monitor.study.report.distribution import HIGH_FIFTH, LOW_FIFTH
from monitor.study.report.estimates import QUADRANTS
from monitor.study.report.findings import Findings
from monitor.study.report.judge_findings import JudgeFindings
from monitor.study.report.wording import count, count_range, listed, percent, short

_WIDTH = 10.0
_CALLED = {True: " · bimodal", False: "", None: ""}


def score_histograms(findings: Findings) -> Picture | None:
    """The scores that each judge gives."""
    judges = [one for one in findings.judges if one.distribution and not one.is_reference]
    if not judges:
        return None
    title = (
        "Scores that each judge gives (% of its scored evaluations in steps of 5 points, "
        f"n = {count_range([one.scored for one in judges])} evaluations a judge)"
    )
    sheet, panels = _grid(title, len(judges), 2.1)
    edges = np.array(findings.score_edges)
    for panel, one in zip(panels, judges, strict=True):
        if one.distribution is None:
            continue
        shares = 100 * np.array(one.distribution.histogram) / one.distribution.evaluations
        panel.axvspan(0, LOW_FIFTH, color="#f3f3f3")
        panel.axvspan(HIGH_FIFTH, 100, color="#f3f3f3")
        panel.bar(edges[:-1], shares, np.diff(edges), align="edge", color="#0072b2", edgecolor="w")
        two = _CALLED[one.distribution.bimodality.is_bimodal]
        name = f"{short(one.title)} (n = {count(one.scored)}){two}"
        panel.set_title(name, loc="left", fontsize=9.5)
        panel.set_xlim(0, 100)
    _same_height(panels)
    _label_grid(panels, "Score (0–100)", "Evaluations (%)")
    bimodal = [
        one.title for one in judges if one.distribution and one.distribution.bimodality.is_bimodal
    ]
    return Picture(
        name="score-histograms",
        title=title,
        note="Grey bands are the outer fifths, scores below 20 and from 80 on. All panels have the "
        "same scales.",
        alt=f"Histograms, a panel for each judge. Called bimodal: {listed(bimodal) or 'none'}.",
        png=sheet.png(),
    )


def score_by_recall(findings: Findings) -> Picture | None:
    """Scores against recall, with the quadrants."""
    judges = [one for one in findings.judges if one.distribution and one.rates]
    if not judges:
        return None
    title = (
        "Score versus evidence recall R+ (% of a judge's scored evaluations in each cell of 5 "
        f"points by 0.05, n = {count_range([one.scored for one in judges])} evaluations a judge)"
    )
    sheet, panels = _grid(title, len(judges), 3.0)
    shares = [
        100 * np.array(one.distribution.score_by_recall) / one.scored
        for one in judges
        if one.distribution
    ]
    low = min(float(cells[cells > 0].min()) for cells in shares)
    high = max(float(cells.max()) for cells in shares)
    colours = LogNorm(low, max(high, low * 1.01))
    for panel, one, cells in zip(panels, judges, shares, strict=True):
        drawn = panel.pcolormesh(
            findings.recall_edges,
            findings.score_edges,
            np.ma.masked_equal(cells, 0),
            norm=colours,
            cmap="viridis_r",
        )
        _draw_quadrants(panel)
        panel.set_title(_quadrants_of(one), loc="left", fontsize=8.5)
    _label_grid(panels, "Evidence recall R+", "Score (0–100)")
    sheet.scale(drawn, panels, "Evaluations in a cell (%, log scale)")
    told = [
        f"{one.title} {percent(one.rates['high_score_little_evidence'].value)}"
        for one in judges
        if one.rates
    ]
    return Picture(
        name="score-by-recall",
        title=title,
        note="Lines at score 70 and R+ 0.30 part the quadrants. Above each panel stands the share "
        "of each: first of high scores, then of low ones, left and right of the line at R+ 0.30. "
        "All panels have the same scales.",
        alt=f"Density maps, a panel for each judge. Upper left quadrant: {'; '.join(told)}.",
        png=sheet.png(),
    )


def _draw_quadrants(panel: Axes) -> None:
    panel.axhline(HIGH_SCORE, color="black", linewidth=1)
    panel.axvline(LITTLE_EVIDENCE, color="black", linewidth=1)
    panel.grid(visible=False)


def _quadrants_of(one: JudgeFindings) -> str:
    rates = one.rates or {}
    shares = {name: percent(rates[name].value) for name in QUADRANTS if name in rates}
    lines = [
        f"{level}: {shares[f'{level}_score_little_evidence']} little · "
        f"{shares[f'{level}_score_evidence']} evidence"
        for level in ("high", "low")
        if shares
    ]
    return "\n".join([short(one.title), *lines])


def _grid(title: str, panels: int, inches: float) -> tuple[Sheet, list[Axes]]:
    columns = 3
    rows = math.ceil(panels / columns)
    sheet = Sheet(title, rows, columns, (_WIDTH, 0.3 + inches * rows))
    for panel in sheet.panels[panels:]:
        panel.set_axis_off()
    return sheet, sheet.panels[:panels]


def _same_height(panels: Sequence[Axes]) -> None:
    top = max(panel.get_ylim()[1] for panel in panels)
    for panel in panels:
        panel.set_ylim(0, top)


def _label_grid(panels: Sequence[Axes], x: str, y: str) -> None:
    for panel in panels:
        panel.set_xlabel(x, fontsize=9)
        panel.set_ylabel(y, fontsize=9)
