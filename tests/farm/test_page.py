# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report's page in a browser: it shows what is in the report, it can be narrowed, and hostile names stay text."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from omi_physics.batch import report

from .browser import shown, some_report, written

SIZE = {"width": 1200, "height": 1000}


@pytest.fixture
def view(browser: Any) -> Iterator[Any]:
    """A page that remembers what went wrong and what was asked of the network."""
    found = browser.new_page(viewport=SIZE)
    found.set_default_timeout(15_000)
    found.faults, found.requests = [], []
    found.on("pageerror", lambda error: found.faults.append(str(error)))
    found.on("console", lambda message: found.faults.append(message.text))
    found.on("dialog", lambda dialog: found.faults.append(dialog.message))
    found.on("request", lambda request: found.requests.append(request.url))
    yield found
    found.close()


def opened(view: Any, folder: Path, data: dict[str, Any]) -> Any:
    view.goto(written(folder, data))
    view.wait_for_selector("main:not([hidden])")
    return view


def issue(code: str, severity: str, name: str) -> dict[str, str]:
    return {"code": code, "severity": severity, "object": name, "message": f"{name}: is odd", "fix": "Mend it"}


def small_report() -> dict[str, Any]:
    door, gate = issue("lost-door", "error", "Door"), issue("slow-gate", "warning", "Gate")
    counts = {"bodies": 2, "colliders": 3, "triggers": 0, "joints": 1, "shapes": 2}
    files = [
        report.entry("in/a.blend", "ok", output="out/a.glb", seconds=0.3, issues=[door, gate], counts=counts),
        report.entry("in/b.blend", "failed", seconds=7.5, reason="it crashed Blender"),
        report.entry(
            "in/c.blend", "skipped", output="out/c.glb", issues=[gate, gate], log=["no texture"], counts=counts
        ),
        report.entry("in/d.blend", "ok", output="out/d.glb", seconds=0.6),
    ]
    return report.build("export", "5.2.3", "0.1.0", 75, files)


def test_it_shows_what_is_in_the_report(view: Any, tmp_path: Path) -> None:
    opened(view, tmp_path, small_report())
    assert view.text_content("#verdict") == "1 of 4 files failed; 4 problems in their physics"
    assert view.text_content("#made") == "export · Blender 5.2.3 · OMI Physics 0.1.0 · 1 min 15 s"
    tiles = view.locator(".tiles button").all_text_contents()
    assert tiles == ["2ok", "1failed", "1skipped", "1errors", "3warnings", "0notes"]
    assert shown(view) == [f"in/{name}.blend" for name in "bacd"], "what failed comes first"
    assert view.text_content("tr[data-status=failed] .reason") == "it crashed Blender"
    assert view.text_content("#counts") == "Bodies4Colliders6Triggers0Joints2Shapes4"
    # 0.3 and 0.6 s, and 7.5 s; what was skipped took none.
    assert re.findall(
        r"0\.2 to 0\.5 s: 1, 0\.5 to 1 s: 1, .*5 to 10 s: 1$", view.get_attribute("#times svg", "aria-label")
    )
    assert view.locator(".slow bdi").all_text_contents() == ["in/b.blend", "in/d.blend", "in/a.blend"]
    codes = view.locator("#issues summary code").all_text_contents()
    assert codes == ["lost-door", "slow-gate"], "errors first"
    assert view.locator("#issues summary .count").all_text_contents() == ["1 in 1 file", "3 in 2 files"]
    view.click("td.name button:has-text('c.blend')")
    text = view.text_content("tr.detail")
    assert "out/c.glb" in text and text.count("Gate: is odd") == 2 and "no texture" in text and "Mend it" in text
    view.click("td.name button:has-text('c.blend')")
    assert view.locator("tr.detail").count() == 0
    assert not view.faults


def test_an_issue_is_explained(view: Any, tmp_path: Path) -> None:
    scaled, unknown = issue("body-scaled", "warning", "Crate"), issue("of-another-version", "error", "Door")
    opened(view, tmp_path, report.build("export", "", "", 1, [report.entry("a.blend", "ok", issues=[scaled, unknown])]))
    headings = view.locator("#issues summary .about").all_text_contents()
    assert headings == ["is odd", "Scaled Dynamic Body"]
    for code, words in (("body-scaled", "Button in Blender: Apply Scale"), ("of-another-version", "Mend it")):
        view.click(f"#issues [data-code={code}] summary")
        view.wait_for_selector(f"#issues [data-code={code}] .issue")
        assert words in view.text_content(f"#issues [data-code={code}]")
    assert "sets the scale of a moving body to 1" in view.text_content("#issues")
    view.click("td.name button")
    assert "Mend it" in view.text_content("tr.detail") and "Apply Scale" in view.text_content("tr.detail")
    assert not view.faults


def test_it_can_be_narrowed(view: Any, tmp_path: Path) -> None:
    opened(view, tmp_path, small_report())

    def after(selector: str) -> list[str]:
        view.click(selector)
        return [Path(name).stem for name in shown(view)]

    assert after("#statuses [data-value=ok]") == ["a", "d"]
    assert after("#statuses [data-value=skipped]") == ["a", "c", "d"], "several may be on"
    assert after("#severities [data-value=warning]") == ["a", "c"]
    assert view.text_content("#found") == "2 files, 3 issues"
    assert view.text_content("#counts") == "Bodies4Colliders6Triggers0Joints2Shapes4"
    assert after("#clear") == ["b", "a", "c", "d"]
    assert after("#issues [data-code=lost-door] button") == ["a"]
    assert view.locator("#issues [data-code]").count() == 1
    assert view.text_content("#issues .issue") == "Door: is oddin/a.blend"
    after("#clear")
    for words, names in (("gate", "ac"), ("GATE c.blend", "c"), ("crashed", "b"), ("in/", "bacd"), ("texture", "c")):
        view.fill("#search", words)
        view.wait_for_selector(f"#files tr:first-child:has-text('in/{names[0]}.blend')")
        view.wait_for_selector(f"#found:text-matches('^{len(names)} file')")
        assert [Path(name).stem for name in shown(view)] == list(names), words
    view.fill("#search", "nowhere")
    view.wait_for_selector("#found:text('0 files, 0 issues')")
    view.click("#clear")
    assert after("th[data-title=Seconds] button") == ["b", "d", "a", "c"]
    assert after("th[data-title=Seconds] button") == ["c", "a", "d", "b"]
    assert after("th[data-title=File] button") == ["a", "b", "c", "d"]
    assert not view.faults


HOSTILE = (
    "<script>window.stolen = 1</script>",
    "</script><script>window.stolen = 1</script>",
    "</script x=''><script>window.stolen = 1</script y>",
    "<!--<script>",
    "]]></script><img src=x onerror='window.stolen = 1'>",
    "<img src=file:///nothing.png onerror=window.stolen=1>",
    "\"><svg onload=window.stolen=1>",
    "' onmouseover='window.stolen=1",
    "&lt;b&gt; &amp;",
    "javascript:window.stolen=1",
    "<style>body { display: none }</style>",
    "<base href=http://127.0.0.1:9/>",
    "<meta http-equiv=refresh content='0; url=http://127.0.0.1:9/'>",
    "${window.stolen = 1}",
    "__proto__",
)  # fmt: skip


def hostile_report() -> dict[str, Any]:
    files = []
    for text in HOSTILE:
        found = dict.fromkeys(("code", "object", "message", "fix"), text)
        for status in report.STATUSES:
            file = report.entry(text, status, reason=text, output=text, log=[text], seconds=1.0)
            file["issues"] = [{**found, "severity": severity} for severity in ("error", "warning", "info")]
            files.append(file)
    return report.build(HOSTILE[0], HOSTILE[4], HOSTILE[5], 1.0, files)


def test_hostile_names_stay_text(view: Any, tmp_path: Path) -> None:
    opened(view, tmp_path, hostile_report())
    for button in view.locator("td.name button").all():
        button.click()
    for summary in view.locator("#issues summary").all():
        summary.click()
    view.hover(".slow bdi")
    view.fill("#search", HOSTILE[1])
    view.wait_for_selector("#found:text-matches('^[39] files')")
    view.click("#clear")
    assert set(shown(view)) == set(HOSTILE)
    assert set(view.locator("#issues summary code").all_text_contents()) == set(HOSTILE)
    tags = "Array.from(document.querySelectorAll('*'), (e) => e.localName)"
    attributes = "Array.from(document.querySelectorAll('*'), (e) => e.getAttributeNames()).flat()"
    assert not {"img", "base", "iframe", "object", "link", "a", "form"} & set(view.evaluate(tags))
    assert view.evaluate(tags).count("script") == 2 and view.evaluate(tags).count("style") == 1
    assert not [name for name in view.evaluate(attributes) if name.startswith("on") or name in ("src", "href")]
    assert view.evaluate("window.stolen") is None and view.evaluate("({}).polluted") is None
    assert view.requests == [view.url], "nothing but the page itself"
    assert not view.faults


def test_the_policy_stops_what_would_get_through(view: Any, tmp_path: Path) -> None:
    # If a name ever became an element, it could still do nothing.
    opened(view, tmp_path, small_report())
    refused: list[str] = []
    view.on("requestfailed", lambda request: refused.append(request.failure))
    view.evaluate(
        "document.body.insertAdjacentHTML('beforeend', `<img src='http://127.0.0.1:9/x' onerror='stolen = 1'>`)"
    )
    view.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.stolen = 1'}))")
    view.wait_for_timeout(200)
    assert view.evaluate("window.stolen") is None
    assert len(view.faults) >= 2 and all("Content Security Policy" in text for text in view.faults)
    assert refused == ["csp"]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u202egpj.blend", r"a\u202egpj.blend"),
        ("a\nb\x1b[31m\x07", r"a\u000ab\u001b[31m\u0007"),
        ("a\u200bb\ufeff\u2066c", r"a\u200bb\ufeff\u2066c"),
        ("bad-\udcff.blend", r"bad-\udcff.blend"),
        ("ключ-鍵-🔑-é", "ключ-鍵-🔑-é"),
    ],
)
def test_what_cannot_be_seen_is_written_out(view: Any, tmp_path: Path, text: str, seen: str) -> None:
    opened(view, tmp_path, report.build("validate", "", "", 0, [report.entry(text, "failed", reason=text)]))
    assert shown(view) == [seen] and view.text_content(".reason") == seen


def test_ten_thousand_files(view: Any, tmp_path: Path) -> None:
    start = time.monotonic()
    opened(view, tmp_path, some_report(10_000))
    assert len(shown(view)) == 200 and view.locator("*").count() < 10_000
    view.click("#more button")
    assert len(shown(view)) == 400
    view.fill("#search", "house_04321")
    view.wait_for_selector("#found:text('1 file, 0 issues')")
    view.click("#clear")
    view.click("#severities [data-value=info]")
    view.click("#issues summary")
    # The browser tells of its opening a little later.
    view.wait_for_selector("#issues .issue")
    assert view.locator("#issues .issue").count() == 200
    # About 1.5 s where it was written; only what grows faster than the files would take as long.
    assert time.monotonic() - start < 20


def test_no_files_at_all(view: Any, tmp_path: Path) -> None:
    opened(view, tmp_path, report.build("export", "5.2.3", "0.1.0", 0, []))
    assert view.text_content("#verdict") == "0 files, none failed"
    assert shown(view) == [] and not view.faults


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_can_be_read(view: Any, tmp_path: Path, scheme: str) -> None:
    view.emulate_media(color_scheme=scheme)
    opened(view, tmp_path, some_report(60))
    colors = "(s) => { const f = getComputedStyle(document.querySelector(s)); return [f.color, f.backgroundColor]; }"
    ground = luminance(view.evaluate(colors, "body")[1])
    assert (ground < 0.05) == (scheme == "dark")
    for selector in (
        "body",
        "#made",
        "#verdict",
        *(f".{name}" for name in ("ok", "failed", "skipped", "error", "warning", "info")),
    ):
        # 4.5 is what the web's guidelines for accessible contents want of text.
        assert contrast(luminance(view.evaluate(colors, selector)[0]), ground) >= 4.5, selector


def luminance(color: str) -> float:
    """Relative luminance of a "rgb(1, 2, 3)", as the guidelines define it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", color)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_it_fits_a_narrow_window(view: Any, tmp_path: Path) -> None:
    view.set_viewport_size({"width": 420, "height": 800})
    opened(view, tmp_path, some_report(60))
    assert view.evaluate("document.documentElement.scrollWidth") <= 420
