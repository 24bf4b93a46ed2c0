/** Where pasted elements have their style. */
export const KEPT_STYLE = 'data-style';

/** As in `mso-list:l0 level2 lfo1`: the level, and the list. */
const LEVEL = /mso-list:\s*l\d+\s+level(\d+)(?:\s+(lfo\d+))?/i;

const IGNORED = /mso-list:\s*ignore/i;

/** Microsoft Word writes lists as paragraphs, with a marker as text; these become lists. */
export function makeWordLists(root: HTMLElement): void {
  const items = Array.from(root.querySelectorAll('p')).filter((paragraph) => levelOf(paragraph) > 0);
  let open: HTMLElement[] = [];
  let name: string | undefined;
  for (const item of items) {
    const belongs = follows(item, open[0]) && (listOf(item) === name || levelOf(item) > 1);
    if (!belongs) [open, name] = [[], listOf(item)];
    open = addItem(open, item);
  }
}

function listOf(paragraph: Element): string | undefined {
  return LEVEL.exec(paragraph.getAttribute(KEPT_STYLE) ?? '')?.[2];
}

function levelOf(paragraph: Element): number {
  return Number(LEVEL.exec(paragraph.getAttribute(KEPT_STYLE) ?? '')?.[1] ?? 0);
}

function follows(item: Element, list: Element | undefined): boolean {
  return item.previousElementSibling === list;
}

/** @param open lists by level that the item may belong to. @returns those that the next one may */
function addItem(open: readonly HTMLElement[], paragraph: Element): HTMLElement[] {
  const level = Math.min(levelOf(paragraph), open.length + 1);
  const item = document.createElement('li');
  const marker = Array.from(paragraph.querySelectorAll('span')).find((span) =>
    IGNORED.test(span.getAttribute(KEPT_STYLE) ?? ''),
  );
  const list = open[level - 1] ?? document.createElement(isNumber(marker?.textContent ?? '') ? 'ol' : 'ul');
  if (!list.isConnected && !list.parentNode) {
    const parent = open[level - 2]?.lastElementChild;
    if (parent) parent.append(list);
    else paragraph.before(list);
  }
  marker?.remove();
  item.append(...paragraph.childNodes);
  list.append(item);
  paragraph.remove();
  return [...open.slice(0, level - 1), list];
}

function isNumber(marker: string): boolean {
  return /^\s*(?:\d+|[a-z]|[ivx]+)[.)]/i.test(marker);
}
