import { Decoration, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** A comment, a tag or a character reference, each within its line. */
const MARKUP = /<!--.*?(?:-->|$)|<\/?[a-z][\w-]*(?:"[^"]*"|'[^']*'|[^"'>])*>?|&#?\w+;/gi;

/** The parts of a tag. */
const PARTS =
  /(?<name>(?<=^<\/?)[\w-]+)|(?<value>"[^"]*"?|'[^']*'?|(?<==)[^\s"'>]+)|(?<attribute>[^\s"'<>/=]+)|(?<sign>[<>/=]+)/g;

type Kind = 'name' | 'attribute' | 'value' | 'sign' | 'comment' | 'character';

/** Those of the page, which change with the reader's scheme. */
export const HIGHLIGHT_COLOURS: Record<`.html-${Kind}`, { color: string }> = {
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

function kindOf(groups: Record<string, string | undefined>): Kind {
  return Object.keys(groups).find((name) => groups[name] !== undefined) as Kind;
}

/** By regular expressions: a parser would add a sixth to the size of the HTML view. */
export const HTML_HIGHLIGHTING = ViewPlugin.define(
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
