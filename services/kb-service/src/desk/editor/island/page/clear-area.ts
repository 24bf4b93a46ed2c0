import type { Editor } from '@tiptap/core';

/** How far from the edges of the window ProseMirror and CodeMirror keep the cursor, in CSS pixels. */
export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Bars {
  /** The page's own, above the tools. */
  heading: HTMLElement | null;
  tools: HTMLElement;
  status: HTMLElement;
  /** The page's own, below the status where the window is small. */
  actions: HTMLElement | null;
}

export interface WrittenText {
  /** Where the cursor is in the window, while the text has the focus. */
  caret(): { top: number; bottom: number } | undefined;
  /** Scrolls to the cursor. */
  reveal(): void;
}

/** Between the cursor and a bar; the text's own padding is wider, so that nothing scrolls that is seen already. */
const GAP = 8;

export function createMargins(): Margins {
  return { top: GAP, right: GAP, bottom: GAP, left: GAP };
}

/**
 * Keeps `margins`, and those by which the browser itself scrolls, as wide as the bars are high that stick to the edges
 * of the window; and the bars above the keyboard of a phone, which covers the window without making it smaller.
 */
export function keepClear(
  margins: Margins,
  { heading, tools, status, actions }: Bars,
  text: WrittenText,
): void {
  const page = document.documentElement;
  let clear: { top: number; bottom: number } | undefined;

  function measure(): void {
    const { seen, keyboard } = readWindow();
    const above = keyboard.above + heightOf(heading);
    page.style.setProperty('--window-top', `${keyboard.above}px`);
    page.style.setProperty('--tools-top', `${above}px`);
    page.style.setProperty('--clear-top', `${above + heightOf(tools)}px`);
    const below = heightOf(actions) + heightOf(status);
    page.style.setProperty('--window-bottom', `${keyboard.below}px`);
    page.style.setProperty('--actions-height', `${heightOf(actions)}px`);
    page.style.setProperty('--clear-bottom', `${keyboard.below + below}px`);
    const before = clear;
    clear = {
      top: Math.max(seen.top, above + heightOf(tools)),
      bottom: Math.min(seen.bottom, page.clientHeight - keyboard.below - below),
    };
    margins.top = clear.top + GAP;
    // Both editors take the window to begin at its top edge, and to be as high as what is seen of it.
    margins.bottom = seen.bottom - seen.top - clear.bottom + GAP;
    const caret = text.caret();
    // A writer who has scrolled away stays there.
    if (before && caret && caret.bottom > before.top && caret.top < before.bottom) text.reveal();
  }

  const observer = new ResizeObserver(measure);
  for (const bar of [heading, tools, status, actions]) if (bar) observer.observe(bar);
  window.addEventListener('resize', measure);
  for (const change of ['resize', 'scroll']) window.visualViewport?.addEventListener(change, measure);
  measure();
}

/** The part of the window that is seen, and how much of it is not because of a keyboard. */
function readWindow() {
  const { clientHeight } = document.documentElement;
  const { offsetTop = 0, height = clientHeight, scale = 1 } = window.visualViewport ?? {};
  const seen = { top: offsetTop, bottom: offsetTop + height };
  // Who has enlarged the page sees a part of it, too, and moves that part by hand.
  const isEnlarged = scale > 1.01;
  const keyboard = isEnlarged
    ? { above: 0, below: 0 }
    : { above: seen.top, below: clientHeight - seen.bottom };
  return { seen, keyboard };
}

/** The part of the window that it takes. */
function heightOf(bar: HTMLElement | null): number {
  return bar && /sticky|fixed/.test(getComputedStyle(bar).position) ? bar.offsetHeight : 0;
}

/** Shows all of the block that the cursor is in, such as a table that was just inserted. */
export function revealBlock(editor: Editor): void {
  // TipTap moves the focus in a frame, too, and the page scrolls otherwise while the toolbar has it.
  requestAnimationFrame(() => {
    const { view, state } = editor;
    let block: Node | null = view.domAtPos(state.selection.from).node;
    while (block && block.parentNode !== view.dom) block = block.parentNode;
    if (block instanceof HTMLElement) block.scrollIntoView({ block: 'nearest' });
  });
}
