import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { EditorWords } from '@guidepost/i18n/texts';
import type { Margins, WrittenText } from '../page/clear-area.ts';

/** A comment, a tag or a character reference, each within its line. */
const MARKUP = /<!--.*?(?:-->|$)|<\/?[a-z][\w-]*(?:"[^"]*"|'[^']*'|[^"'>])*>?|&#?\w+;/gi;

/** The parts of a tag. */
const PARTS =
  /(?<name>(?<=^<\/?)[\w-]+)|(?<value>"[^"]*"?|'[^']*'?|(?<==)[^\s"'>]+)|(?<attribute>[^\s"'<>/=]+)|(?<sign>[<>/=]+)/g;

type Kind = 'name' | 'attribute' | 'value' | 'sign' | 'comment' | 'character';

/** Those of the page, which change with the reader's scheme. */
const HIGHLIGHT_COLOURS: Record<`.html-${Kind}`, { color: string }> = {
  '.html-name': { color: 'var(--note)' },
  '.html-attribute': { color: 'var(--tip)' },
  '.html-value': { color: 'var(--warning)' },
  '.html-sign': { color: 'var(--quiet)' },
  '.html-comment': { color: 'var(--quiet)' },
  '.html-character': { color: 'var(--wrong)' },
};

const marked = (kind: Kind) => Decoration.mark({ class: `html-${kind}` });

const MARKS: Record<Kind, Decoration> = {
  name: marked('name'),
  attribute: marked('attribute'),
  value: marked('value'),
  sign: marked('sign'),
  comment: marked('comment'),
  character: marked('character'),
};

const decorator = new MatchDecorator({
  regexp: MARKUP,
  decorate(add, from, to, [text]) {
    if (text.startsWith('&')) return add(from, to, MARKS.character);
    if (text.startsWith('<!')) return add(from, to, MARKS.comment);
    for (const { 0: part, index, groups = {} } of text.matchAll(PARTS))
      add(from + index, from + index + part.length, MARKS[kindOf(groups)]);
  },
});

/** By regular expressions: a parser would add a sixth to the size of the HTML view. */
const HTML_HIGHLIGHTING = ViewPlugin.define(
  (view) => {
    const plugin = {
      decorations: decorator.createDeco(view),
      update(update: ViewUpdate) {
        plugin.decorations = decorator.updateDeco(update, plugin.decorations);
      },
    };
    return plugin;
  },
  { decorations: (plugin) => plugin.decorations },
);

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

function kindOf(groups: Record<string, string | undefined>): Kind {
  return Object.keys(groups).find((name) => groups[name] !== undefined) as Kind;
}
