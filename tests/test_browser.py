"""The pages of the report in a real browser, from the file system, with the network watched."""

import json
import shutil

import pytest

from factory import make_result
from venue_themes.figures.save import find_browser
from venue_themes.report import write_report

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NOTEBOOK_CELLS = {
    "figure": "from factory import make_result\nfrom venue_themes import figures\nr = make_result()\n"
    "figures.paper_map(r.assignments, r.topics, r.papers)"
}

pytestmark = pytest.mark.skipif(
    find_browser() is None or shutil.which("chromedriver") is None, reason="no Chromium with its chromedriver on PATH"
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = find_browser()
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    driver.set_script_timeout(20)
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    result = make_result(38, 7)
    return write_report(result, None, result.settings, tmp_path_factory.mktemp("small"), notebooks=[])


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    result = make_result(5000, 60, 12, titles=True)
    return write_report(result, None, result.settings, tmp_path_factory.mktemp("large"), notebooks=[])


def visit(driver, page, *, width=1280, height=900):
    for kind in ("performance", "browser"):
        driver.get_log(kind)  # what came before
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    driver.get(page.as_uri())
    driver.execute_script("document.querySelector('figure').scrollIntoView()")
    wait(driver, "document.querySelector('.plot[data-drawn]')")


def wait(driver, expression, seconds=20):
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(driver, seconds).until(lambda d: d.execute_script(f"return {expression}"))


def scroll_through(driver):
    height = driver.execute_script("return document.body.scrollHeight")
    for y in range(0, height, 500):
        driver.execute_script(f"window.scrollTo(0, {y})")
    wait(driver, "[...document.querySelectorAll('.plot')].every(p => p.dataset.drawn)")


def requests_outside(driver):
    sent = [json.loads(e["message"])["message"] for e in driver.get_log("performance")]
    urls = [m["params"]["request"]["url"] for m in sent if m["method"] == "Network.requestWillBeSent"]
    assert any(u.startswith("file:") for u in urls)  # the control: the log does record
    return [u for u in urls if not u.startswith(("file:", "data:", "blob:"))]


def errors(driver):
    """What the console complains of, but for the machine's want of a graphics card."""
    said = [e["message"] for e in driver.get_log("browser") if e["level"] in {"SEVERE", "WARNING"}]
    return [m for m in said if not any(word in m for word in ("WebGL", "GL Driver", "swiftshader"))]


@pytest.mark.parametrize("size", ["small", "large"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_index_works_offline_without_errors_at_any_width(browser, request, size, width):
    visit(browser, request.getfixturevalue(size), width=width)
    scroll_through(browser)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert errors(browser) == []
    assert requests_outside(browser) == []


def test_the_map_shows_every_paper(browser, small):
    visit(browser, small)
    assert len(browser.find_elements("css selector", "#paper_map .scatterlayer path.point")) == 38
    assert len(browser.find_elements("css selector", "#paper_map g.annotation text")) >= 5
    assert browser.find_element("css selector", "#paper_map figcaption b").text == "Map of 38 papers"


def test_a_click_on_a_paper_opens_its_abstract(browser, small):
    visit(browser, small)
    assert not browser.find_element("css selector", "#panel .reading").is_displayed()
    browser.execute_script("document.getElementById('map').scrollIntoView()")
    spot = browser.execute_script("""
        const point = document.querySelector('#paper_map .scatterlayer path.point');
        const box = point.getBoundingClientRect();
        const first = document.querySelector('#paper_map .plot').data[0].customdata[0][0];
        return [box.left + box.width / 2, box.top + box.height / 2, first];""")
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        browser.execute_cdp_cmd(
            "Input.dispatchMouseEvent",
            {
                "type": kind,
                "x": spot[0],
                "y": spot[1],
                "button": "left" if kind != "mouseMoved" else "none",
                "clickCount": 1,
            },
        )
    wait(browser, "document.querySelector('#panel .abstract p')")
    shown = browser.find_element("css selector", "#panel .abstract p").text
    result = make_result(38, 7)
    assert shown == result.papers.set_index("paper_id").loc[spot[2], "abstract"]
    browser.find_element("css selector", "#panel .back").click()
    assert browser.find_element("css selector", "#panel .list").is_displayed()


def test_filters_narrow_the_list_and_dim_the_map(browser, small):
    papers = make_result(38, 7).papers
    visit(browser, small)
    wait(browser, "document.querySelectorAll('.results button').length == 38")
    browser.execute_script(
        "const v = document.querySelector('select.venue'); v.value = 'ICML'; v.dispatchEvent(new Event('change'))"
    )
    n = int((papers["venue"] == "ICML").sum())
    wait(browser, f"document.querySelectorAll('.results button').length == {n}")
    lit = browser.execute_script(
        "return document.querySelector('#paper_map .plot').data.reduce((n, t) => n + (t.selectedpoints || []).length, 0)"
    )
    assert lit == n
    browser.find_element("css selector", "input[type=search]").send_keys("WATERMARKING")
    found = int(((papers["venue"] == "ICML") & papers["abstract"].str.lower().str.contains("watermarking")).sum())
    wait(browser, f"document.querySelector('.count').textContent.startsWith('{found} of 38')")


def test_a_theme_of_the_table_fills_the_list(browser, small):
    visit(browser, small)
    wait(browser, "document.querySelectorAll('.results button').length == 38")
    button = browser.find_element("css selector", "button[data-topic='0']")
    browser.execute_script("arguments[0].click()", button)
    size = make_result(38, 7).assignments.query("model == 'bertopic' and topic == 0").shape[0]
    wait(browser, f"document.querySelectorAll('.results button').length == {size}")


def test_markup_in_texts_is_shown_not_run(browser, large):
    visit(browser, large)
    wait(browser, "document.querySelectorAll('.results button').length > 10")
    assert "<b>cheap</b> at $K$ & up" in browser.find_element("css selector", ".results button").text
    assert browser.execute_script("return typeof MathJax") == "undefined"


def test_labels_on_the_map_do_not_cover_each_other(browser, large):
    for width in (1280, 390):
        visit(browser, large, width=width)
        hits = browser.execute_script("""
            const shown = [...document.querySelectorAll('#paper_map g.annotation')].filter(n => n.style.display != 'none');
            const boxes = shown.map(n => n.getBoundingClientRect());
            const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            let hits = 0;
            boxes.forEach((a, i) => boxes.slice(0, i).forEach(b => { if (meet(a, b)) hits += 1; }));
            return [boxes.length, hits];""")
        assert hits[0] >= 5 and hits[1] == 0


def test_everything_is_drawn_on_paper(browser, small, tmp_path):
    import base64

    visit(browser, small)
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    printed = base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])
    (tmp_path / "page.pdf").write_bytes(printed)
    assert browser.execute_script("return [...document.querySelectorAll('.plot')].every(p => p.dataset.drawn)")
    assert len(printed) > 40_000


@pytest.fixture(scope="module")
def pages(tmp_path_factory, root):
    """A report with one notebook of its own, so that no analysis runs."""
    import nbformat

    folder = tmp_path_factory.mktemp("pages")
    book = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_markdown_cell("# A claim"),
            nbformat.v4.new_code_cell("sources = settings = out = None", metadata={"tags": ["parameters"]}),
            *(nbformat.v4.new_code_cell(source) for source in NOTEBOOK_CELLS.values()),
        ]
    )
    nbformat.write(book, folder / "01_map.ipynb")
    result = make_result(38, 7)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(root / "tests"))
        index = write_report(result, None, result.settings, folder / "out", notebooks=[folder / "01_map.ipynb"])
    return index.parent / "01_map.html"


def test_the_page_of_a_notebook_folds_code_and_opens_abstracts(browser, pages):
    visit(browser, pages)
    code = browser.find_element("css selector", "details.code pre")
    assert not code.is_displayed()
    browser.find_element("css selector", "details.code summary").click()
    assert code.is_displayed() and "make_result" in code.text
    first = browser.execute_script("return document.querySelector('.plot').data[0].customdata[0][0]")
    browser.execute_script("return VenuePapers.open(arguments[0])", first)
    wait(browser, "document.querySelector('dialog.reader').open")
    assert browser.find_element("css selector", "dialog .abstract p").text.startswith("We study")
    browser.find_element("css selector", "dialog .close").click()
    assert errors(browser) == []
    assert requests_outside(browser) == []


@pytest.mark.parametrize("width", [1200, 400])
def test_the_page_on_methods_works_offline_at_any_width(browser, pages, width):
    for kind in ("performance", "browser"):
        browser.get_log(kind)
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(pages.as_uri())
    browser.find_element("link text", "Methods").click()
    assert browser.current_url.endswith("/methods.html")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    browser.find_element("link text", "What this run was made with").click()
    assert -1 < browser.execute_script("return document.getElementById('this-run').getBoundingClientRect().top") < 900
    assert "comparison.level" in browser.find_element("css selector", "main").text
    assert errors(browser) == []
    assert requests_outside(browser) == []
