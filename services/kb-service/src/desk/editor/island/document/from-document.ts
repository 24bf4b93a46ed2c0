import type { Node } from '@tiptap/pm/model';
import {
  type Attributes,
  classesOf,
  withAttribute,
  withClasses,
  withoutAttribute,
} from '../markup/markup.ts';
import { writeElement } from '../markup/write-markup.ts';
import { gapBefore, hasTightItems, isText, type Place, staysLoose } from './placing.ts';
import { groupRows } from './row-groups.ts';
import { spanOf } from './table-content.ts';
import { BOX, TASK_CLASS, TICKED } from './tasks.ts';
import type { OpenedDocument, Sources } from './to-document.ts';
import { writeInlines } from './write-inlines.ts';

const TAGS: Record<string, string> = {
  bulletList: 'ul',
  orderedList: 'ol',
  blockquote: 'blockquote',
  tableCell: 'td',
  tableHeader: 'th',
};

export type WriteDocument = (document: Node) => string;

/** Writes a document in full, whatever its source looked like. */
export const writeInFull: WriteDocument = createWriter({ sourceOf: () => undefined });

/** Writes a document so that what was not edited stays as it was in the source, to the byte. */
export function writeEdited({ document, sources }: OpenedDocument): WriteDocument {
  return createWriter({ sourceOf: createSourceOf(document, sources) });
}

type SourceOf = (node: Node) => string | undefined;

/** Also finds the source of a line that was edited and then edited back. */
function createSourceOf(document: Node, sources: Sources): SourceOf {
  let lines: Map<string, string> | undefined;
  return (node) => {
    const known = sources.get(node);
    if (known !== undefined || !node.isTextblock) return known;
    lines ??= readLines(document, sources);
    return lines.get(writeInFull(node));
  };
}

/** The source of each line by how it would be written in full. */
function readLines(document: Node, sources: Sources): Map<string, string> {
  const lines = new Map<string, string>();
  document.descendants((node) => {
    const source = sources.get(node);
    if (node.isTextblock && source !== undefined) lines.set(writeInFull(node), source);
  });
  return lines;
}

function createWriter({ sourceOf }: { sourceOf: SourceOf }): WriteDocument {
  function blocks(siblings: readonly Node[], home: string): string {
    return siblings
      .map((node, index) => gapBefore(siblings, index, home) + block(node, { home, siblings, index }))
      .join('');
  }

  function block(node: Node, place: Place): string {
    const isParagraph = node.type.name === 'loose' && !staysLoose(node, place);
    if (isParagraph) return writeElement('p', [], writeInlines(node));
    return sourceOf(node) ?? written(node);
  }

  function written(node: Node): string {
    const { attributes, tag, level } = node.attrs;
    switch (node.type.name) {
      case 'loose':
        return writeInlines(node);
      case 'paragraph':
        return writeElement('p', attributes, writeInlines(node));
      case 'heading':
        return writeElement(`h${level}`, attributes, writeInlines(node));
      case 'line':
        return writeElement(tag, attributes, writeInlines(node));
      case 'codeBlock':
        return code(node);
      case 'horizontalRule':
        return writeElement('hr', attributes, '');
      case 'bulletList':
      case 'orderedList':
        return list(node);
      case 'captionedTable':
        return captionedTable(node);
      case 'table':
        return table(node, '');
      default:
        return container(tag ?? TAGS[node.type.name] ?? 'div', attributes, node);
    }
  }

  function container(tag: string, attributes: Attributes, node: Node): string {
    return writeElement(tag, attributes, blocks(node.children, tag) + (node.attrs.end ?? ''));
  }

  function code(node: Node): string {
    const { attributes, code: inside, language, lineBreak, lastBreak } = node.attrs;
    const text = writeInlines(node) + (lastBreak ? '\n' : '');
    const content = inside === null ? text : writeElement('code', withLanguage(inside, language), text);
    // Browsers drop a line break right after `<pre>`.
    const start = lineBreak || content.startsWith('\n') ? '\n' : '';
    return writeElement('pre', attributes, start + content);
  }

  function list(node: Node): string {
    const isTight = hasTightItems(node);
    const items = node.children.map(
      (each, index) => gapBefore(node.children, index, 'ul') + (sourceOf(each) ?? item(each, isTight)),
    );
    const tag = TAGS[node.type.name] ?? 'ul';
    return writeElement(tag, node.attrs.attributes, items.join('') + (node.attrs.end ?? ''));
  }

  function item(node: Node, isTight: boolean): string {
    const { attributes, end, task } = node.attrs;
    const [first, ...others] = node.children;
    if (!first) return writeElement('li', attributes, '');
    const isNew = node.attrs.gap === null;
    const isWritten = task === null && !(isNew && first.isTextblock);
    const start = isWritten
      ? gapBefore(node.children, 0, 'li') + block(first, { home: 'li', siblings: node.children, index: 0 })
      : itemText(first, {
          task,
          isLoose: isNew ? isTight && !others.some(isText) : first.type.name === 'loose',
        });
    const rest = others.map(
      (each, at) =>
        gapBefore(node.children, at + 1, 'li') +
        block(each, { home: 'li', siblings: node.children, index: at + 1 }),
    );
    return writeElement('li', taskClass(attributes, task !== null), start + rest.join('') + (end ?? ''));
  }

  function itemText(first: Node, { task, isLoose }: { task: boolean | null; isLoose: boolean }): string {
    if (!isText(first))
      return (first.attrs.gap ?? '') + block(first, { home: 'li', siblings: [first], index: 0 });
    const text = writeInlines(first);
    const box = writeElement('input', task ? TICKED : BOX, '');
    const content = task === null ? text : writeElement('label', [], `${box} ${text}`);
    const paragraph = isLoose ? content : writeElement('p', first.attrs.attributes ?? [], content);
    return (first.attrs.gap ?? '') + paragraph;
  }

  function captionedTable(node: Node): string {
    const [caption, grid] = node.children;
    if (!caption || !grid) return '';
    return table(
      grid,
      (caption.attrs.gap ?? '') + block(caption, { home: 'table', siblings: [caption], index: 0 }),
    );
  }

  function table(node: Node, caption: string): string {
    const { attributes, columns, end } = node.attrs;
    const keepsColumns = columns && columns.count === widthOf(node.firstChild);
    const start = caption + (keepsColumns ? columns.gap + columns.source : '');
    const sections = groupRows(node.children).map(({ section, rows }) => {
      const inside = rows.map(
        (row, index) => gapBefore(rows, index, 'tbody') + (sourceOf(row) ?? tableRow(row)),
      );
      if (!section) return inside.join('');
      return section.gap + writeElement(section.name, section.attributes, inside.join('') + section.end);
    });
    return writeElement('table', attributes, start + sections.join('') + (end ?? ''));
  }

  function tableRow(row: Node): string {
    const cells = row.children.map(
      (each, index) => gapBefore(row.children, index, 'tr') + (sourceOf(each) ?? cell(each)),
    );
    return writeElement('tr', row.attrs.attributes, cells.join('') + (row.attrs.end ?? ''));
  }

  function cell(node: Node): string {
    const spans = ['colspan', 'rowspan'] as const;
    const attributes = spans.reduce<Attributes>(
      (kept, name) => withSpan(kept, name, node.attrs[name]),
      node.attrs.attributes,
    );
    return container(TAGS[node.type.name] ?? 'td', attributes, node);
  }

  return (node) => (node.type.name === 'doc' ? root(node) : written(node));

  function root(document: Node): string {
    const isEmpty =
      document.childCount === 1 && document.firstChild?.isTextblock && document.textContent === '';
    return isEmpty && document.firstChild?.childCount === 0 ? '' : blocks(document.children, '').trimStart();
  }
}

function widthOf(row: Node | null): number {
  return row?.children.reduce((sum, { attrs }) => sum + attrs.colspan, 0) ?? 0;
}

function taskClass(attributes: Attributes, isTask: boolean): Attributes {
  const classes = classesOf(attributes);
  if (classes.includes(TASK_CLASS) === isTask || !isTask) return attributes;
  return withClasses(attributes, [...classes, TASK_CLASS]);
}

function withLanguage(attributes: Attributes, language: string | null): Attributes {
  const classes = classesOf(attributes);
  const known = classes.find((name) => name.startsWith('language-'));
  const wanted = language ? `language-${language}` : undefined;
  if (known === wanted) return attributes;
  const others = classes.filter((name) => !name.startsWith('language-'));
  return withClasses(attributes, wanted ? [...others, wanted] : others);
}

function withSpan(attributes: Attributes, name: 'colspan' | 'rowspan', span: number): Attributes {
  if (spanOf(attributes, name) === span) return attributes;
  return span === 1 ? withoutAttribute(attributes, name) : withAttribute(attributes, name, String(span));
}
