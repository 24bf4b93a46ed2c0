import { closeSync, createReadStream, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, unreadable } from '@guidepost/service-kit';
import { type SaxesAttributeNS, SaxesParser } from 'saxes';

/** A category, a tag, or what else a plugin sorts posts by. */
export interface WxrTerm {
  /** `category`, `post_tag`, or a plugin's own. */
  domain: string;
  slug: string;
  name: string;
  id?: string | undefined;
  /** The slug of the one above. */
  parent?: string | undefined;
  description?: string | undefined;
}

/** A post, a page, or another thing with a text, as WordPress stores it. */
export interface WxrItem {
  id: string;
  type: string;
  status: string;
  title: string;
  link: string;
  /** Its slug, percent-encoded as in addresses. */
  name: string;
  parent: string;
  order: number;
  /** In UTC, `2026-01-02 03:04:05`; empty for drafts. */
  created: string;
  modified: string;
  password: string;
  /** HTML; the beginning of a long one. */
  excerpt: string;
  terms: WxrTerm[];
  comments: number;
  content(): string;
}

/** The content of export files, parts of one site. */
export interface WxrExport {
  /** Addresses of the site. */
  sites: Set<string>;
  terms: WxrTerm[];
  items: Map<string, WxrItem>;
}

/** WXR 1.0 to 1.2 (`export.php` of WordPress). */
const WORDPRESS = /^https?:\/\/wordpress\.org\/export\/\d\.\d\/$/;
const EXCERPT = /^https?:\/\/wordpress\.org\/export\/\d\.\d\/excerpt\/$/;
const CONTENT = 'http://purl.org/rss/1.0/modules/content/';

/** Characters of one element; a longer one is no text that people read. */
const MOST_CHARACTERS = 50_000_000;

/** Characters of an excerpt, of which some are markup. */
const ENOUGH_EXCERPT = 3_000;

/** No XML has these, but texts that people have pasted do. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/**
 * Reads export files in one pass each; texts wait in a temporary file without a name, so that memory does not grow with
 * them. Neither document types nor entities are read.
 * @throws AppError `invalid` for what is no export of WordPress, or not well-formed
 */
export async function readWxr(paths: readonly string[]): Promise<WxrExport> {
  const texts = createSpool();
  const found: WxrExport = { sites: new Set(), terms: [], items: new Map() };
  for (const path of paths) await readFile(path, found, texts);
  return found;
}

async function readFile(path: string, found: WxrExport, texts: Spool): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const fail = (reason: string) => new AppError('invalid', `${path}:${parser.line}: ${reason}`);
  const reader = createReader(found, { texts, fail });
  parser.on('error', ({ message }) => {
    throw fail(message.replace(/^\d+:\d+: /, ''));
  });
  parser.on('doctype', () => {
    throw fail('has a document type, which exports of WordPress never have');
  });
  parser.on('opentag', ({ local, uri, attributes }) => reader.open(nameOf(local, uri), attributes));
  parser.on('text', reader.text);
  parser.on('cdata', reader.text);
  parser.on('closetag', ({ local, uri }) => reader.close(nameOf(local, uri)));
  try {
    for await (const chunk of createReadStream(path, { encoding: 'utf8' }))
      parser.write(String(chunk).replace(FORBIDDEN, ''));
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(error, path);
  }
  parser.close();
  if (!reader.isExport()) throw new AppError('invalid', `${path}: is no export file of WordPress`);
}

/** `title`, `wp:post_id`, `content:encoded`, `excerpt:encoded`, whatever the prefix is. */
function nameOf(local: string, uri: string): string {
  if (WORDPRESS.test(uri)) return `wp:${local}`;
  if (EXCERPT.test(uri)) return `excerpt:${local}`;
  if (uri === CONTENT) return `content:${local}`;
  return uri === '' ? local : `other:${local}`;
}

type Values = Record<string, string>;

interface Reading {
  texts: Spool;
  fail(reason: string): AppError;
}

/** Collects the texts of `rss > channel > item` and of the channel's own elements. */
function createReader(found: WxrExport, { texts, fail }: Reading) {
  const path: string[] = [];
  /** The texts of the item, or of the term of the channel, at hand. */
  let values: Values = {};
  let terms: WxrTerm[] = [];
  let comments = 0;
  let term: { domain: string; slug: string } | undefined;
  let text = '';
  let isExport = false;

  const isIn = (...names: string[]) => names.every((name, depth) => path[depth] === name);

  function endItem(): void {
    const id = values['wp:post_id'] ?? '';
    if (!/^[1-9]\d{0,18}$/.test(id)) return;
    const stored = texts.write(values['content:encoded'] ?? '');
    found.items.delete(id);
    found.items.set(id, { ...itemOf(values), id, terms, comments, content: () => texts.read(stored) });
  }

  function endTerm(): void {
    const own = termOf(values);
    if (own) found.terms.push(own);
  }

  function closeInItem(name: string): void {
    if (name === 'category' && term) {
      if (term.slug !== '') terms.push({ ...term, name: text.trim() });
      term = undefined;
    } else if (name === 'wp:comment') comments += 1;
    else if (path.length === 3) values[name] = text;
  }

  return {
    isExport: () => isExport,
    open(name: string, attributes: Record<string, SaxesAttributeNS>): void {
      if (path.length === 2) values = {};
      path.push(name);
      text = '';
      if (!isIn('rss', 'channel')) return;
      if (name.startsWith('wp:')) isExport = true;
      if (name === 'item') {
        terms = [];
        comments = 0;
      }
      if (path.length === 4 && name === 'category')
        term = { domain: attributes.domain?.value ?? '', slug: attributes.nicename?.value ?? '' };
    },
    text(part: string): void {
      if (text.length + part.length > MOST_CHARACTERS) throw fail('is longer than any text');
      text += part;
    },
    close(name: string): void {
      path.pop();
      if (isIn('rss', 'channel', 'item')) closeInItem(name);
      else if (path.length === 3) values[name] = text;
      else if (path.length === 2 && name === 'item') endItem();
      else if (path.length === 2 && /^wp:(?:category|tag|term)$/.test(name)) endTerm();
      else if (path.length === 2 && /^(?:link|wp:base_(?:site|blog)_url)$/.test(name))
        found.sites.add(text.trim());
      text = '';
    },
  };
}

function itemOf(values: Values): Omit<WxrItem, 'id' | 'terms' | 'comments' | 'content'> {
  const read = (name: string) => (values[name] ?? '').trim();
  return {
    type: read('wp:post_type') || 'post',
    status: read('wp:status') || 'publish',
    title: read('title'),
    link: read('link'),
    name: read('wp:post_name'),
    parent: read('wp:post_parent'),
    order: Number(read('wp:menu_order')) || 0,
    created: dateIn(read('wp:post_date_gmt')) || dateIn(read('wp:post_date')),
    modified: dateIn(read('wp:post_modified_gmt')),
    password: read('wp:post_password'),
    excerpt: read('excerpt:encoded').slice(0, ENOUGH_EXCERPT),
  };
}

/** Drafts have a date of zeros. */
function dateIn(text: string): string {
  return text.startsWith('0000') ? '' : text;
}

function termOf(values: Values): WxrTerm | undefined {
  const read = (...names: string[]) => names.map((name) => values[name]?.trim()).find(Boolean);
  const slug = read('wp:category_nicename', 'wp:tag_slug', 'wp:term_slug');
  const name = read('wp:cat_name', 'wp:tag_name', 'wp:term_name');
  if (slug === undefined) return undefined;
  const usual = values['wp:tag_slug'] === undefined ? 'category' : 'post_tag';
  return {
    domain: read('wp:term_taxonomy') ?? usual,
    slug,
    name: name ?? slug,
    id: read('wp:term_id'),
    parent: read('wp:category_parent', 'wp:term_parent'),
    description: read('wp:category_description', 'wp:tag_description', 'wp:term_description'),
  };
}

interface Stored {
  start: number;
  bytes: number;
}

interface Spool {
  write(text: string): Stored;
  read(stored: Stored): string;
}

/** Closes the files of sources that are not used any more. */
const unused = new FinalizationRegistry<number>(closeSync);

/** A temporary file that is gone with the process, whichever way it ends. */
function createSpool(): Spool {
  const path = join(tmpdir(), `guidepost-import-${process.pid}-${performance.now()}`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  let end = 0;
  const spool: Spool = {
    write(text) {
      const content = Buffer.from(text);
      const start = end;
      for (let at = 0; at < content.length; )
        at += writeSync(file, content, at, content.length - at, start + at);
      end += content.length;
      return { start, bytes: content.length };
    },
    read({ start, bytes }) {
      const content = Buffer.alloc(bytes);
      for (let at = 0; at < bytes; ) {
        const count = readSync(file, content, at, bytes - at, start + at);
        if (count === 0) break;
        at += count;
      }
      return content.toString();
    },
  };
  unused.register(spool, file);
  return spool;
}
