// Tables and code that are wider than the page can be scrolled with the keyboard; the theme wraps tables when it has loaded.
new ResizeObserver(() => {
  for (const one of document.querySelectorAll(".md-typeset__scrollwrap, pre > code")) {
    if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
  }
}).observe(document.body);
