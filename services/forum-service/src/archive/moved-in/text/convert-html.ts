import { Parser } from 'htmlparser2';
import { escapeMarkdown } from '../../../rendering/escape.ts';
import { type CodeTable, createCodeTable, plainTables } from './html-tables.ts';
import { createLine } from './line-of-marks.ts';
import { codeBlock, mediumAt } from './markdown.ts';
import { createQuotedLines } from './quoted-lines.ts';

export type Attributes = Readonly<Partial<Record<string, string>>>;

/** The answers and habits of the system that a text is from. */
export interface HtmlDialect {
  /**
   * The address of a link or an image: of a file, of a page here, or as it is.
   * @returns undefined if it leads nowhere
   */
  addressOf(written: string, use: 'link' | 'image'): string | undefined;
  /** Whether an element has nothing for readers. */
  isSkipped?(name: string, attributes: Attributes): boolean;
  /** Lines before the content of an element, or in its place. */
  linesFor?(name: string, attributes: Attributes): { lines: readonly string[]; instead: boolean } | undefined;
  /** How a link is shown: as its text alone, or as a name behind `@`. Default: as a link. */
  linkAs?(attributes: Attributes): 'text' | 'mention' | undefined;
  /** The text in the place of an image, such as an emoji. */
  textFor?(attributes: Attributes): string | undefined;
}

const SKIPPED = new Set(['script', 'style', 'svg', 'template']);
const VOID = new Set(['br', 'img', 'hr', 'input', 'meta', 'link', 'source', 'wbr']);
const PARAGRAPHS = new Set(
  (
    'p div ul ol details blockquote aside table tr section article header footer center figure figcaption ' +
    'dl dt dd hr summary h1 h2 h3 h4 h5 h6'
  ).split(' '),
);
const MARKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries('b strong summary h1 h2 h3 h4 h5 h6'.split(' ').map((name) => [name, '**'])),
  em: '*',
  i: '*',
};
const FRAMES = new Set(['iframe', 'video', 'embed']);

/** Levels of lists. */
const DEEPEST = 8;
const INDENT = '    ';

/** HTML of another system as our Markdown. Its time is linear in its length. */
export function convertHtml(html: string, dialect: HtmlDialect): string {
  const output = createQuotedLines();
  const line = createLine();
  /** Lists that are open, within the innermost quote. */
  let lists: { next: number | undefined }[] = [];
  const listsAround: (typeof lists)[] = [];
  /** The sign of the item that has begun, which stands before its first line. */
  let sign = '';
  /** How deep the reading is in an element that has no text for readers. */
  let skipped = 0;
  let code: string | undefined;
  let table: CodeTable | undefined;
  const tables = plainTables(html);

  function indent(depth: number): string {
    return INDENT.repeat(Math.max(0, Math.min(depth, DEEPEST)));
  }
  function start(): string {
    const begun = sign || indent(lists.length);
    sign = '';
    return begun;
  }
  function flush(): void {
    const text = line.end();
    if (text !== '') output.push(start() + text);
  }
  function paragraph(): void {
    flush();
    if (sign === '') output.push('');
  }
  function block(lines: readonly string[]): void {
    paragraph();
    for (const copied of lines) output.copy(start() + copied);
    output.push('');
  }

  function open(name: string, attributes: Attributes): void {
    if (skipped > 0 || SKIPPED.has(name) || dialect.isSkipped?.(name, attributes)) {
      if (!VOID.has(name)) skipped += 1;
    } else if (code !== undefined) code += name === 'br' ? '\n' : '';
    else if (table) table.open(name);
    else openBlock(name, attributes);
  }

  function openBlock(name: string, attributes: Attributes): void {
    const lines = dialect.linesFor?.(name, attributes);
    if (lines) {
      paragraph();
      if (lines.lines.length > 0) output.push(...lines.lines, '');
      if (lines.instead) skipped += 1;
      return;
    }
    if (name === 'table' && tables.shift()) {
      paragraph();
      table = createCodeTable();
    } else if (name === 'pre') {
      paragraph();
      code = '';
    } else if (name === 'blockquote') startQuote();
    else if (name === 'ul' || name === 'ol') startList(name, attributes);
    else if (FRAMES.has(name)) openFrame(name, attributes);
    else openInline(name, attributes);
  }

  function startQuote(): void {
    paragraph();
    sign = '';
    output.startQuote();
    listsAround.push(lists);
    lists = [];
  }

  function startList(name: string, { start: first = '1' }: Attributes): void {
    if (lists.length === 0) paragraph();
    else flush();
    const next = /^\d{1,6}$/.test(first) ? Number(first) : 1;
    lists.push({ next: name === 'ol' ? next : undefined });
  }

  function startItem(): void {
    flush();
    const list = lists.at(-1);
    sign = `${indent(lists.length - 1)}${list?.next === undefined ? '-' : `${list.next++}.`} `;
  }

  /** A film of another site is a link to it. */
  function openFrame(name: string, { src }: Attributes): void {
    const address = src === undefined ? undefined : dialect.addressOf(src, 'link');
    if (address !== undefined) {
      paragraph();
      output.push(start() + address, '');
    }
    if (!VOID.has(name)) skipped += 1;
  }

  function openInline(name: string, attributes: Attributes): void {
    if (PARAGRAPHS.has(name)) paragraph();
    if (name === 'li') startItem();
    else if (name === 'br') breakLine();
    else if (name === 'td' || name === 'th') line.text(' ');
    else if (name === 'img') line.text(imageOf(attributes));
    else if (name === 'a') startLink(attributes);
    else if (name === 'code') line.open({ kind: 'code' });
    else if (MARKS[name] !== undefined) line.open({ kind: 'emphasis', sign: MARKS[name] });
  }

  /** The second of several in a row begins a paragraph. */
  function breakLine(): void {
    const text = line.end();
    if (text !== '') output.push(start() + text);
    else if (lists.length === 0) output.push('');
  }

  function imageOf(attributes: Attributes): string {
    const { src = '', alt = '' } = attributes;
    return (
      dialect.textFor?.(attributes) ?? mediumAt(escapeMarkdown(alt.trim()), dialect.addressOf(src, 'image'))
    );
  }

  function startLink(attributes: Attributes): void {
    const as = dialect.linkAs?.(attributes);
    const { href } = attributes;
    const address = as === undefined && href !== undefined ? dialect.addressOf(href, 'link') : undefined;
    line.open(as === 'mention' ? { kind: 'mention' } : { kind: 'link', address });
  }

  function close(name: string): void {
    if (skipped > 0) {
      if (!VOID.has(name)) skipped -= 1;
    } else if (code !== undefined) {
      if (name === 'pre') endCode();
    } else if (table) {
      if (name === 'table') endTable(table);
    } else if (name === 'blockquote') endQuote();
    else if (name === 'ul' || name === 'ol') endList();
    else if (name === 'li') endItem();
    else closeInline(name);
  }

  function endCode(): void {
    const copied = (code ?? '').replace(/^\n/, '').trimEnd();
    code = undefined;
    if (copied !== '') block(codeBlock(copied.split('\n')));
  }

  function endTable(ended: CodeTable): void {
    table = undefined;
    block(ended.lines());
  }

  function endQuote(): void {
    flush();
    output.endQuote();
    lists = listsAround.pop() ?? [];
    sign = '';
  }

  function endItem(): void {
    flush();
    sign = '';
  }

  function endList(): void {
    endItem();
    lists.pop();
    if (lists.length === 0) output.push('');
  }

  function closeInline(name: string): void {
    if (name === 'a' || name === 'code' || MARKS[name] !== undefined) line.close();
    if (!PARAGRAPHS.has(name)) return;
    flush();
    // Items of a list stand close together.
    if (lists.length === 0) output.push('');
  }

  function text(written: string): void {
    if (skipped > 0) return;
    if (code !== undefined) code += written;
    else if (table) table.text(written);
    else {
      const joined = written.replaceAll(/[ \t\r\n\u00a0]+/g, ' ');
      const space = /^ /.exec(joined)?.[0] ?? '';
      line.text(line.isCode() ? joined : space + escapeMarkdown(joined));
    }
  }

  const parser = new Parser({ onopentag: open, onclosetag: close, ontext: text }, { decodeEntities: true });
  parser.end(html);
  flush();
  return output.text();
}

export function hasClass({ class: names = '' }: Attributes, wanted: string): boolean {
  return names.split(/\s+/).includes(wanted);
}
