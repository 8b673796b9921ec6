// Tables and code that are wider than the page can be scrolled with the keyboard; the theme wraps tables when it has loaded.
new ResizeObserver(() => {
  for (const one of document.querySelectorAll(".md-typeset__scrollwrap, pre > code")) {
    if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
  }
}).observe(document.body);

// The theme wraps the buttons of every piece of code in a landmark of its own: they are groups of buttons, no places to go to.
new MutationObserver(() => {
  for (const one of document.querySelectorAll("nav.md-code__nav:not([role])")) one.setAttribute("role", "group");
}).observe(document.body, { childList: true, subtree: true });
