"""Checks the pages of a site in a browser: `check-site.py FOLDER BROWSER`.

Runs axe on each page, in light and dark mode, and checks that the search finds a declaration. Prints one line per
problem, and fails if there are any.
"""

import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def problems_of(page, where):
    """The findings of axe on a page, one line per rule."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{where}: {one['id']}: {one['help']} ({len(one['nodes'])} elements)" for one in found]


def search(page, folder):
    """Searches for the name of a declaration, and expects a link to its page."""
    page.goto((folder / "index.html").as_uri())
    page.get_by_role("searchbox").fill("MessageRepository")
    links = page.get_by_role("link", name="MessageRepository")
    links.first.wait_for(timeout=60_000)
    links.first.click()
    heading = page.get_by_role("heading", level=1).inner_text()
    return [] if "MessageRepository" in heading else [f"the search leads to '{heading}'"]


def main():
    folder, browser = Path(sys.argv[1]).resolve(), sys.argv[2]
    pages = sorted(folder.rglob("*.html"))
    problems = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for scheme in ["light", "dark"]:
            page = chromium.new_page(color_scheme=scheme)
            for file in pages:
                page.goto(file.as_uri())
                problems += problems_of(page, f"{file.relative_to(folder)} ({scheme})")
            problems += search(page, folder)
        chromium.close()
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(pages)} pages, in light and dark: {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
