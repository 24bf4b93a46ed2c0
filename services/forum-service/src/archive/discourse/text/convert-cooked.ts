import { Parser } from 'htmlparser2';
import { escapeMarkdown } from '../../../rendering/escape.ts';
import { linkTo, mediumAt, type TextContext } from './convert-line.ts';
import { emojiOf } from './emoji.ts';
import { createQuotedLines } from './quoted-lines.ts';

type Attributes = Readonly<Partial<Record<string, string>>>;

const SKIPPED = new Set(['script', 'style', 'svg', 'template']);
const PARAGRAPHS = new Set([
  'p',
  'div',
  'ul',
  'ol',
  'details',
  'blockquote',
  'aside',
  'table',
  'tr',
  'section',
]);
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  summary: '**',
  em: '*',
  i: '*',
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, '**'])),
};

/** The HTML that Discourse shows of a post as Markdown, where there is no text that it was made of. */
export function convertCooked(html: string, context: TextContext): string {
  const output = createQuotedLines();
  const lists: { next: number | undefined }[] = [];
  const links: (string | undefined)[] = [];
  /** How deep the reading is in an element that has no text for readers. */
  let skipped = 0;
  let isCode = false;
  let code = '';
  let line = '';

  function flush(): void {
    if (line.trim() !== '') output.push(line.trimEnd());
    line = '';
  }
  function paragraph(): void {
    flush();
    output.push('');
  }

  function open(name: string, attributes: Attributes): void {
    if (skipped > 0 || SKIPPED.has(name) || isDecoration(name, attributes)) {
      if (!VOID.has(name)) skipped += 1;
      return;
    }
    if (name === 'pre') {
      paragraph();
      isCode = true;
    } else if (name === 'aside' && hasClass(attributes, 'quote')) startQuote(attributes);
    else if (name === 'aside' && attributes['data-onebox-src'] !== undefined) {
      paragraph();
      output.push(context.addressOf(attributes['data-onebox-src']) ?? '', '');
      skipped += 1;
    } else if (name === 'blockquote') {
      paragraph();
      output.startQuote();
    } else openInline(name, attributes);
  }

  function startQuote(attributes: Attributes): void {
    paragraph();
    const username = attributes['data-username'] ?? '';
    const [topic, post] = [attributes['data-topic'], attributes['data-post']].map(Number);
    const address = topic && post ? context.postAddress(topic, post) : undefined;
    if (username === '') return;
    output.push(linkTo(context.wrote(escapeMarkdown(context.nameOf(username) ?? username)), address), '');
  }

  function openInline(name: string, attributes: Attributes): void {
    if (PARAGRAPHS.has(name)) paragraph();
    if (name === 'ul' || name === 'ol') lists.push({ next: name === 'ol' ? 1 : undefined });
    else if (name === 'li') startItem();
    else if (name === 'br') flush();
    else if (name === 'td' || name === 'th') line += ' ';
    else if (name === 'code' && !isCode) line += '`';
    else if (name === 'img') line += imageOf(attributes, context);
    else if (name === 'a') startLink(attributes);
    else line += MARKS[name] ?? '';
  }

  function startItem(): void {
    flush();
    const list = lists.at(-1);
    const indent = '   '.repeat(Math.max(0, Math.min(lists.length, 8) - 1));
    line = list?.next === undefined ? `${indent}- ` : `${indent}${list.next++}. `;
  }

  function startLink(attributes: Attributes): void {
    const isPlain = hasClass(attributes, 'mention') || hasClass(attributes, 'lightbox');
    const target = isPlain ? undefined : attributes.href;
    const address = target === undefined ? undefined : context.addressOf(target);
    links.push(address);
    if (address !== undefined) line += '[';
  }

  function close(name: string): void {
    if (skipped > 0) {
      if (!VOID.has(name)) skipped -= 1;
      return;
    }
    if (name === 'pre') endCode();
    else if (name === 'blockquote') {
      flush();
      output.endQuote();
    } else if (name === 'a') {
      const address = links.pop();
      if (address !== undefined) line += `](${address})`;
    } else if (name === 'code' && !isCode) line += '`';
    else {
      line += MARKS[name] ?? '';
      if (name === 'ul' || name === 'ol') lists.pop();
      if (/^h[1-6]$/.test(name) || PARAGRAPHS.has(name) || name === 'summary') paragraph();
    }
  }

  function endCode(): void {
    const fence = '`'.repeat(Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length)) + 1);
    for (const copied of [fence, ...code.replace(/\n$/, '').split('\n'), fence]) output.copy(copied);
    output.push('');
    isCode = false;
    code = '';
  }

  function text(written: string): void {
    if (skipped > 0) return;
    if (isCode) code += written;
    else {
      const joined = written.replaceAll(/[ \t\r\n]+/g, ' ');
      const start = line === '' ? '' : (/^ /.exec(joined)?.[0] ?? '');
      line += start + escapeMarkdown(joined);
    }
  }

  const parser = new Parser({ onopentag: open, onclosetag: close, ontext: text }, { decodeEntities: true });
  parser.end(html);
  flush();
  return output.text();
}

const VOID = new Set(['br', 'img', 'hr', 'input', 'meta', 'link', 'source', 'wbr']);

/** Things that Discourse adds to texts: names above quotes, sizes below images, numbers of clicks. */
function isDecoration(name: string, attributes: Attributes): boolean {
  if (name === 'div') return hasClass(attributes, 'title') || hasClass(attributes, 'meta');
  return name === 'span' && hasClass(attributes, 'badge');
}

function hasClass({ class: names = '' }: Attributes, wanted: string): boolean {
  return names.split(/\s+/).includes(wanted);
}

function imageOf(attributes: Attributes, context: TextContext): string {
  const { src = '', title = '', alt = '' } = attributes;
  if (hasClass(attributes, 'emoji')) return emojiOf(title.replace(/^:|:$/g, '')) ?? alt;
  if (hasClass(attributes, 'avatar')) return '';
  return mediumAt(escapeMarkdown(alt), context.addressOf(src));
}
