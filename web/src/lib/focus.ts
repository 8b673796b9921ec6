/**
 * Keeps the focus of those who play by keys: where what has it goes away or can no longer be pressed, browsers let it fall back
 * to the whole page, and the next Tab begins at its top. Here it stays near: on what was around it, or where it was before.
 * Mouse and finger leave it alone.
 */

const AROUND = 'dialog, section, article, aside, form, nav, main, header, footer, fieldset, li, [role="group"], [role="region"], [role="dialog"], [tabindex="-1"]';
const REMEMBERED = 12;

interface Held { node: HTMLElement; around: Element[] }

/** Elements within each other, the innermost first. */
function chain(node: Element): Element[] {
  const found: Element[] = [];
  for (let one = node.parentElement; one; one = one.parentElement) found.push(one);
  return found;
}

const shown = (node: Element): node is HTMLElement => node instanceof HTMLElement && node.isConnected && node.getClientRects().length > 0;
const takes = (node: HTMLElement): boolean => shown(node) && !node.matches(':disabled') && !node.closest('[inert]');
const lost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Begin to keep it; returns how to end that. */
export function keepFocus(): () => void {
  let held: Held[] = [];
  let byKeys = false;
  let waiting = false;
  /** What could not be pressed for a while, and where the focus waits for it. */
  let back: { node: HTMLElement; at: HTMLElement } | null = null;

  const focused = (event: FocusEvent) => {
    const node = event.target;
    if (!(node instanceof HTMLElement) || node === back?.at) return;
    back = null;
    held = [...held.filter((one) => one.node !== node), { node, around: chain(node) }].slice(-REMEMBERED);
  };
  const look = () => {
    waiting = false;
    if (!byKeys) return;
    if (back && document.activeElement === back.at && takes(back.node)) { back.node.focus({ preventScroll: true }); return; }
    const last = held.at(-1);
    if (!lost() || !last || takes(last.node)) return; // who lets go of what is still there means it
    const at = near(last, held);
    if (!at) return;
    if (last.node.isConnected) back = { node: last.node, at };
    rest(at);
  };
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => requestAnimationFrame(look)); // browsers let go of it with the next picture
  };
  const keys = () => { byKeys = true; };
  const pointer = () => { byKeys = false; };
  const watch = new MutationObserver(soon);

  document.addEventListener('focusin', focused);
  document.addEventListener('keydown', keys, true);
  document.addEventListener('pointerdown', pointer, true);
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'inert', 'open'] });
  return () => {
    watch.disconnect();
    document.removeEventListener('focusin', focused);
    document.removeEventListener('keydown', keys, true);
    document.removeEventListener('pointerdown', pointer, true);
  };
}

/** The closest part of the page that was around what had the focus; else what had it before, as the button that opened a dialog; else the page's main part. */
function near(last: Held, held: readonly Held[]): HTMLElement | null {
  const main = document.querySelector('main');
  const closed = last.around.some((one) => one.localName === 'dialog' && !shown(one));
  const around = closed ? undefined : last.around.find((one) => one !== main && one.matches(AROUND) && shown(one));
  const before = held.toReversed().find((one) => takes(one.node));
  return (around as HTMLElement | undefined) ?? before?.node ?? (main && shown(main) ? main : null);
}

/** Give the focus to something that may be no control. */
function rest(node: HTMLElement): void {
  if (!node.matches('a[href], button, input, select, textarea, summary, [tabindex]')) node.tabIndex = -1;
  node.focus({ preventScroll: true });
}
