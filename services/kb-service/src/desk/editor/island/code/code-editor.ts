import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import type { EditorWords } from '@guidepost/i18n/texts';
import type { Margins, WrittenText } from '../page/clear-area.ts';
import { HIGHLIGHT_COLOURS, HTML_HIGHLIGHTING } from './highlighting.ts';

export interface CodeEditor extends WrittenText {
  html(): string;
  show(html: string): void;
  focus(): void;
}

export interface CodeOptions {
  parent: HTMLElement;
  words: Pick<EditorWords, 'html' | 'search'>;
  html: string;
  /** Kept between the cursor and the edges of the window. */
  margins: Margins;
  onChange(): void;
}

/**
 * The HTML of a guide. In a shadow root, where CodeMirror adopts style sheets: the page's policy allows no `<style>`.
 */
export function createCodeEditor({ parent, words, html: start, margins, onChange }: CodeOptions): CodeEditor {
  const root = parent.attachShadow({ mode: 'open' });
  const view = new EditorView({
    parent: root,
    root,
    doc: start,
    extensions: [
      lineNumbers(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      // A page's own search finds only what is on the screen.
      search({ top: true }),
      keymap.of([...standardKeymap, ...historyKeymap, ...searchKeymap]),
      HTML_HIGHLIGHTING,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': words.html }),
      EditorState.phrases.of(phrasesOf(words.search)),
      EditorView.theme(COLOURS),
      EditorView.scrollMargins.of(({ dom }) => ({
        ...margins,
        top: margins.top + (dom.querySelector<HTMLElement>('.cm-panels-top')?.offsetHeight ?? 0),
      })),
      EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
    ],
  });
  return {
    html: () => view.state.doc.toString(),
    show: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    focus: () => view.focus(),
    caret: () =>
      view.hasFocus ? (view.coordsAtPos(view.state.selection.main.head) ?? undefined) : undefined,
    reveal: () => view.dispatch({ scrollIntoView: true }),
  };
}

/** By CodeMirror's own words. */
function phrasesOf(words: EditorWords['search']): Record<string, string> {
  return {
    Find: words.find,
    Replace: words.replacement,
    next: words.next,
    previous: words.previous,
    all: words.all,
    'match case': words.matchCase,
    regexp: words.regularExpression,
    'by word': words.wholeWords,
    replace: words.replace,
    'replace all': words.replaceAll,
    close: words.close,
  };
}

/** Those of the page, which change with the reader's scheme. */
const COLOURS = {
  '&': { color: 'var(--text)', backgroundColor: 'var(--page)', fontSize: '0.9375rem' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'var(--raised)', borderColor: 'var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--text) 5%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--raised)', borderColor: 'var(--line)' },
  // CodeMirror itself sets it to the edge of the window.
  '.cm-panels-top': { top: 'var(--clear-top, 0) !important' },
  '.cm-panel.cm-search': { padding: '0.5rem 2.5rem 0.5rem 0.5rem', fontFamily: 'inherit' },
  '.cm-panel.cm-search label': { fontSize: '0.875rem', whiteSpace: 'nowrap' },
  '.cm-panel.cm-search [name=close]': { color: 'inherit', fontSize: '1.25rem', padding: '0 0.5rem' },
  '.cm-textfield': {
    color: 'inherit',
    backgroundColor: 'var(--page)',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.35rem',
    fontSize: '0.9375rem',
    padding: '0.3rem 0.5rem',
  },
  '.cm-button': {
    color: 'inherit',
    background: 'var(--page)',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.35rem',
    fontSize: '0.875rem',
    padding: '0.3rem 0.6rem',
  },
  ...HIGHLIGHT_COLOURS,
};
