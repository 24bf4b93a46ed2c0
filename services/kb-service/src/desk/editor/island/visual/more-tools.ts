import { element, newId } from '../page/element.ts';
import { icon } from './icons.ts';
import type { Tool } from './tools.ts';

/** The tools that a toolbar has no room for. */
export interface MoreTools {
  label: string;
  /** Always in the panel. */
  rare: readonly Tool[];
  /** The others in the order in which they leave a row that is too short. */
  leaving: readonly Tool[];
}

export interface MorePanel {
  /** Closes the panel, and puts the focus on the button that opens it; @returns whether it was open. */
  close(): boolean;
}

/**
 * Adds a button to a toolbar that shows further tools in a panel below it, and keeps the toolbar in one row.
 * @param rows the groups of the toolbar, with their controls
 * @param moved called when tools have gone into the panel or come back
 */
export function addMoreTools(
  bar: HTMLElement,
  rows: readonly HTMLElement[],
  { label, rare, leaving }: MoreTools,
  moved: () => void,
): MorePanel {
  const id = newId();
  const button = element(
    'button',
    { type: 'button', class: 'tools-open', 'aria-label': label, title: label, 'aria-controls': id },
    icon('more'),
  );
  const panel = element('div', { class: 'more-tools', role: 'group', 'aria-label': label, id, hidden: true });
  const inOrder = rows.map((row) => [...row.children]);
  const seldom = rare.map(({ control }) => control);
  bar.append(button, panel);

  function toggle(isOpen: boolean): void {
    panel.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
  }

  function close(): boolean {
    if (panel.hidden) return false;
    const hadFocus = panel.contains(document.activeElement);
    toggle(false);
    if (hadFocus) button.focus();
    return true;
  }

  /** The writer goes on elsewhere. */
  function closeFromOutside({ target }: Event): void {
    if (!(target instanceof Node) || panel.contains(target) || button.contains(target)) return;
    toggle(false);
  }

  function fit(): void {
    if (bar.clientWidth === 0) return;
    for (const [index, row] of rows.entries()) bringBack(inOrder[index] ?? [], row);
    const left: Element[] = [];
    for (const { control } of leaving) {
      if (bar.scrollWidth <= bar.clientWidth) break;
      if (control === document.activeElement) button.focus();
      control.remove();
      left.push(control);
    }
    panel.append(...inOrder.flat().filter((control) => left.includes(control)), ...seldom);
    moved();
  }

  // The selection stays in the text.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', ({ detail }) => {
    const opens = panel.hidden === true;
    toggle(opens);
    // By keyboard.
    if (opens && detail === 0) panel.querySelector<HTMLElement>('button, select')?.focus();
  });
  for (const done of ['click', 'change'])
    panel.addEventListener(done, ({ target }) => {
      if (done === 'change' || (target instanceof Element && target.closest('button'))) toggle(false);
    });
  for (const elsewhere of ['pointerdown', 'focusin', 'keydown'])
    document.addEventListener(elsewhere, closeFromOutside, true);
  toggle(false);
  const observer = new ResizeObserver(fit);
  observer.observe(bar);
  // Larger letters make the controls wider, but not the bar.
  observer.observe(button);
  return { close };
}

/** Tools that stay in the row are not touched: they would lose the focus. */
function bringBack(controls: readonly Element[], row: HTMLElement): void {
  let next: Element | null = null;
  for (const control of controls.toReversed()) {
    if (control.parentElement !== row) row.insertBefore(control, next);
    next = control;
  }
}
