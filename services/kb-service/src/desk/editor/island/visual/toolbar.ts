import { element } from '../page/element.ts';
import { addMoreTools, type MoreTools } from './more-tools.ts';
import type { Tool } from './tools.ts';

export interface Toolbar {
  element: HTMLElement;
  refresh(): void;
  focus(): void;
}

export interface ToolbarOptions {
  label: string;
  groups: readonly (readonly Tool[])[];
  /** The place of tools that do not fit into one row; without it the row scrolls. */
  more?: MoreTools;
  /** Called on Escape. */
  leave(): void;
}

/** A toolbar as in the ARIA Authoring Practices: one stop for the Tab key, the arrow keys move among its controls. */
export function createToolbar({ label, groups, more, leave }: ToolbarOptions): Toolbar {
  const tools = [...groups.flat(), ...(more?.rare ?? [])];
  const rows = groups.map((group) =>
    element('div', { class: 'group' }, ...group.map(({ control }) => control)),
  );
  const bar = element('div', { class: 'toolbar', role: 'toolbar', 'aria-label': label }, ...rows);
  const panel = more && addMoreTools(bar, rows, more, () => stopAt(currentStop()));

  /** Those that can have the focus now. */
  function controls(): HTMLElement[] {
    return [...bar.querySelectorAll<HTMLElement>('button, select')].filter(isShown);
  }

  function currentStop(): HTMLElement | undefined {
    const shown = controls();
    return shown.find(({ tabIndex }) => tabIndex === 0) ?? shown[0];
  }

  function stopAt(stop: Element | undefined): void {
    for (const control of bar.querySelectorAll<HTMLElement>('button, select'))
      control.tabIndex = control === stop ? 0 : -1;
  }

  function move(event: KeyboardEvent): void {
    const shown = controls();
    const at = shown.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape' && !panel?.close()) leave();
    if (next === undefined || at === -1) return;
    event.preventDefault();
    shown.at(next % shown.length)?.focus();
  }

  bar.addEventListener('keydown', move);
  bar.addEventListener('focusin', ({ target }) => stopAt(controls().find((control) => control === target)));
  stopAt(groups[0]?.[0]?.control);
  return {
    element: bar,
    refresh() {
      for (const tool of tools) tool.refresh();
    },
    focus: () => currentStop()?.focus(),
  };
}

function isShown(control: HTMLElement): boolean {
  return control.getClientRects().length > 0;
}
