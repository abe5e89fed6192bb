"""What axe-core finds wrong with a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

__all__ = ["SCRIPT", "violations"]

SCRIPT = Axe().axe_script.encode()  # quick pages can load it, and browsers keep it

# Axe cannot tell the contrast of text in a drawing: it does not know what "fill" is.
_LOAD = """() => new Promise((then, fail) => {
  const { href } = document.querySelector("link[rel=stylesheet]");
  const script = document.createElement("script");
  script.src = new URL("axe.js", href);
  script.onerror = () => fail(new Error("these are no quick pages: there is no axe.js"));
  script.onload = () => {
    script.remove();
    axe.configure({ rules: [{ id: "color-contrast", selector: "*:not(svg *)" }] });
    then();
  };
  document.head.append(script);
})"""
_RUN = "axe.run({ reporter: 'no-passes' }).then(({ violations }) => violations)"


def violations(page: Page) -> list[str]:
    """Says which rules the page, one of the quick pages, breaks, where and why."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_LOAD)
    return [
        f"{each['id']} ({each['impact']}) {node['target']}: {check['message']}"
        for each in page.evaluate(_RUN)
        for node in each["nodes"]
        for check in (*node["any"], *node["all"], *node["none"])
    ]
