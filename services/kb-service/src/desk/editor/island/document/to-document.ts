import type { Mark, Node, Schema } from '@tiptap/pm/model';
import type { Block, Box, Content, Inline, InlineElement, Line, Loose } from '../markup/content.ts';
import { type Attributes, attributeOf, classesOf } from '../markup/markup.ts';
import { isGrid, readTable, spanOf, type TableContent, type TableRow } from './table-content.ts';
import { readTask } from './tasks.ts';

/** How each block was written in the source; a block that was not edited is the same object still. */
export type Sources = WeakMap<Node, string>;

export interface OpenedDocument {
  document: Node;
  sources: Sources;
}

const MARKS: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  em: 'italic',
  i: 'italic',
  s: 'strike',
  u: 'underline',
  code: 'code',
};

const TEXT_LINES = new Set(['caption', 'dt', 'figcaption', 'summary']);

export function toDocument(schema: Schema, content: Content): OpenedDocument {
  const sources: Sources = new WeakMap();
  const blocks = createBuilder(schema, sources).blocks(content.blocks, '');
  const document = schema.node('doc', null, blocks.length > 0 ? blocks : [schema.node('paragraph')]);
  return { document, sources };
}

function createBuilder(schema: Schema, sources: Sources) {
  let elements = 0;

  function node(name: string, attributes: object, content?: Node[]): Node {
    return schema.node(name, attributes, content);
  }

  /** The blocks of an element that has to have some. */
  function filled(content: readonly Block[], home: string): Node[] {
    const nodes = blocks(content, home);
    return nodes.length > 0 ? nodes : [node('loose', { home })];
  }

  /** @param home the element that they are in */
  function blocks(content: readonly Block[], home: string): Node[] {
    return content.map((each) => {
      const created = block(each, home);
      sources.set(created, each.source);
      return created;
    });
  }

  function block(content: Block, home: string): Node {
    if (content.kind === 'loose') return loose(content, home);
    return content.kind === 'line' ? line(content) : box(content);
  }

  function loose({ inlines: content, gap }: Loose, home: string): Node {
    return node('loose', { home, gap }, inlines(content));
  }

  function line({ name, attributes, inlines: content, gap, lineBreak }: Line): Node {
    if (name === 'pre') return code({ attributes, gap, lineBreak, content });
    const nodes = inlines(content);
    const [, level] = /^h([1-6])$/.exec(name) ?? [];
    if (level) return node('heading', { level: Number(level), attributes, gap }, nodes);
    if (TEXT_LINES.has(name)) return node('line', { tag: name, attributes, gap }, nodes);
    return node('paragraph', { attributes, gap }, nodes);
  }

  function code(pre: {
    attributes: Attributes;
    gap: string;
    lineBreak: boolean;
    content: readonly Inline[];
  }): Node {
    const { attributes, gap, lineBreak, content } = pre;
    const [only, ...others] = content;
    const isWrapped = typeof only === 'object' && only.name === 'code' && others.length === 0;
    const inside = isWrapped ? only.attributes : null;
    const [language] = inside ? classesOf(inside).filter((name) => name.startsWith('language-')) : [];
    const text = isWrapped ? only.inlines : content;
    const last = text.at(-1);
    const lastBreak = typeof last === 'string' && last.endsWith('\n');
    return node(
      'codeBlock',
      {
        lastBreak,
        attributes,
        gap,
        lineBreak,
        code: inside,
        language: language?.slice('language-'.length) ?? null,
      },
      inlines(lastBreak ? [...text.slice(0, -1), last.slice(0, -1)].filter((inline) => inline !== '') : text),
    );
  }

  function box(content: Box): Node {
    const { name, attributes, blocks: inside, gap, end } = content;
    const places = { attributes, gap, end };
    if (name === 'hr') return node('horizontalRule', places);
    if (name === 'blockquote' && inside.length > 0) return node('blockquote', places, blocks(inside, name));
    if ((name === 'ul' || name === 'ol') && inside.length > 0 && inside.every(isItem))
      return list(content, name === 'ul' ? 'bulletList' : 'orderedList');
    const table = name === 'table' ? readTable(content) : undefined;
    if (table && isGrid(table)) return captionedTable(content, table);
    return node('box', { tag: name, ...places }, filled(inside, name));
  }

  function list({ attributes, gap, end, blocks: items }: Box, type: string): Node {
    const nodes = items
      .filter((each) => each.kind === 'box')
      .map((each) => {
        const created = item(each);
        sources.set(created, each.source);
        return created;
      });
    return node(type, { attributes, gap, end }, nodes);
  }

  function item(content: Box): Node {
    const { done, blocks: inside } = readTask(content) ?? { done: null, blocks: content.blocks };
    const { attributes, gap, end } = content;
    return node('listItem', { attributes, gap, end, task: done }, filled(inside, 'li'));
  }

  function captionedTable({ attributes, gap, end }: Box, { caption, columns, rows }: TableContent): Node {
    const grid = (place: string | null) =>
      node('table', { attributes, gap: place, end, columns }, rows.map(row));
    if (!caption) return grid(gap);
    const [heading] = blocks([caption], 'table');
    return node('captionedTable', { gap }, heading ? [heading, grid(null)] : []);
  }

  function row({ element, section, cells }: TableRow): Node {
    const { attributes, gap, end } = element;
    const created = node('tableRow', { attributes, gap, end, section }, cells.map(cell));
    sources.set(created, element.source);
    return created;
  }

  function cell(content: Box): Node {
    const { name, attributes, gap, end } = content;
    const spans = { colspan: spanOf(attributes, 'colspan'), rowspan: spanOf(attributes, 'rowspan') };
    const type = name === 'th' ? 'tableHeader' : 'tableCell';
    const created = node(type, { attributes, gap, end, ...spans }, filled(content.blocks, name));
    sources.set(created, content.source);
    return created;
  }

  function inlines(content: readonly Inline[], marks: readonly Mark[] = []): Node[] {
    return content.flatMap((inline) =>
      typeof inline === 'string' ? [schema.text(inline, marks)] : element(inline, marks),
    );
  }

  function element(
    { name, attributes, inlines: content, source }: InlineElement,
    marks: readonly Mark[],
  ): Node[] {
    const atom = (type: string, values: object) => [
      schema.node(type, { attributes, ...values }, undefined, marks),
    ];
    if (name === 'br') return atom('hardBreak', {});
    if (name === 'img') return atom('image', {});
    if (name === 'iframe' || name === 'video' || name === 'audio')
      return atom('media', { tag: name, source });
    elements += 1;
    const isLink = name === 'a' && attributeOf(attributes, 'href') !== undefined;
    const type = isLink ? 'link' : (MARKS[name] ?? 'inline');
    const mark = schema.mark(type, { tag: name, attributes, n: elements });
    const nodes = inlines(content, mark.addToSet(marks));
    return nodes.length > 0 ? nodes : atom('point', { tag: name });
  }

  return { blocks };
}

function isItem(content: Block): content is Box {
  return content.kind === 'box' && content.name === 'li';
}
