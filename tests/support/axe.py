"""What axe-core finds wrong with a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

__all__ = ["violations"]

_RUN = "axe.run({ resultTypes: ['violations'] })"


def violations(page: Page) -> list[str]:
    """Says which rules the page breaks, where and why."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    return [
        f"{each['id']} ({each['impact']}) {node['target']}: {node['failureSummary']}"
        for each in page.evaluate(_RUN)["violations"]
        for node in each["nodes"]
    ]
