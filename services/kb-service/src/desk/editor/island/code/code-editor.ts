import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { HIGHLIGHT_COLOURS, HTML_HIGHLIGHTING } from './highlighting.ts';

export interface CodeEditor {
  html(): string;
  show(html: string): void;
  focus(): void;
}

export interface CodeOptions {
  parent: HTMLElement;
  label: string;
  html: string;
  onChange(): void;
}

/**
 * The HTML of a guide. In a shadow root, where CodeMirror adopts style sheets: the page's policy allows no `<style>`.
 */
export function createCodeEditor({ parent, label, html: start, onChange }: CodeOptions): CodeEditor {
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
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.theme(COLOURS),
      EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
    ],
  });
  return {
    html: () => view.state.doc.toString(),
    show: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    focus: () => view.focus(),
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
  ...HIGHLIGHT_COLOURS,
};
