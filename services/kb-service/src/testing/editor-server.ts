import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDeskPhrasings } from '@guidepost/i18n';
import { createAssets } from '@guidepost/pages';
import express from 'express';
import { compareContents, convertMarkdown, readContent } from '../content/content.ts';
import { editorAssetRoutes } from '../desk/editor/editor-asset-routes.ts';
import { type EditorAssets, loadEditorAssets } from '../desk/editor/editor-assets.ts';

/** As for files that readers do not see yet. */
const FILES = '/desk/files/';

/** A guide as the server knows it. */
export interface ServedGuide {
  revision: number;
  title: string;
  slug: string;
  contentHtml: string;
  categories: number[];
  tags: string[];
}

/** Plays the desk for the editor. */
export interface EditorServer {
  origin: string;
  /** The editor of a guide that has not been edited. */
  add(contentHtml: string, language?: 'en' | 'sv'): EditedGuide;
  stop(): Promise<void>;
}

export interface EditedGuide {
  path: string;
  stored: ServedGuide;
  /** The drafts that were saved, in order. */
  saves: ServedGuide[];
  /** Files that were uploaded, by name. */
  uploads: string[];
  session: { person: string; token: string } | undefined;
  /** Answers to drafts, instead of the usual one. */
  answer: ((response: ServerResponse) => void) | undefined;
  /** As if someone else had saved. */
  changeAs(by: string, contentHtml: string): void;
}

interface StoredGuide extends EditedGuide {
  language: 'en' | 'sv';
  by: string;
}

const POLICY =
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: http:; connect-src 'self';
  form-action 'self'; base-uri 'none'; frame-ancestors 'none'`.replace(/\s+/g, ' ');

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

const phrasingOf = createDeskPhrasings(({ editor }) => ({ textEditor: editor, actions: {} }));

export async function startEditorServer(): Promise<EditorServer> {
  const assets = await loadEditorAssets();
  const guides = new Map<string, StoredGuide>();
  const app = express().use(editorAssetRoutes(async () => assets));
  const server = createServer(app.use((request, response) => answer(request, response, { assets, guides })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    add(contentHtml, language = 'en') {
      const guide = createGuide(`/desk/help.example.com/guides/${guides.size + 1}`, contentHtml, language);
      guides.set(guide.path, guide);
      return guide;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createGuide(path: string, contentHtml: string, language: 'en' | 'sv'): StoredGuide {
  const guide: StoredGuide = {
    path,
    language,
    by: 'Ada',
    stored: { revision: 1, title: 'Refunds', slug: 'refunds', contentHtml, categories: [1], tags: ['Money'] },
    saves: [],
    uploads: [],
    session: { person: '7', token: 'token-of-ada' },
    answer: undefined,
    changeAs(by, changed) {
      guide.by = by;
      guide.stored = { ...guide.stored, revision: guide.stored.revision + 1, contentHtml: changed };
    },
  };
  return guide;
}

interface Served {
  assets: EditorAssets;
  guides: Map<string, StoredGuide>;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { assets, guides }: Served,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, path = '', part] = /^(\/desk\/[^/]+\/guides\/\d+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const guide = guides.get(path);
  if (pathname === '/assets/page.css') return send(response, 200, pageStyle(), 'text/css');
  if (pathname === '/desk/markdown') return render(request, response);
  if (pathname.startsWith(FILES)) return send(response, 200, PIXEL, 'image/gif');
  if (!guide) return send(response, pathname === '/favicon.ico' ? 204 : 404, '', 'text/plain');
  if (part === 'draft') return saveDraft(guide, request, response);
  if (part === 'comparison') return compare(guide, request, response);
  if (part === 'images') return upload(guide, request, response);
  if (part === 'files') return attach(guide, request, response);
  if (part === 'links') return sendJson(response, 200, findGuides(searchParams.get('q') ?? ''));
  send(response, 200, guide.session ? editorPage(guide, assets) : signInPage(), 'text/html; charset=utf-8');
}

async function saveDraft(
  guide: StoredGuide,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (guide.answer) return guide.answer(response);
  if (!guide.session) return sendJson(response, 401, {});
  if (request.headers['x-desk-token'] !== guide.session.token)
    return sendJson(response, 403, { error: { fields: { token: ['Another session.'] } } });
  const { revision, ...sent } = JSON.parse(body.toString());
  const { stored } = guide;
  if (revision !== stored.revision) {
    const { title, contentHtml, categories, tags } = stored;
    return sendJson(response, 409, {
      revision: stored.revision,
      by: guide.by,
      at: new Date().toISOString(),
      title,
      contentHtml,
      categories,
      tags,
    });
  }
  if (!sent.title) return sendJson(response, 422, { errors: { title: 'A guide needs a title.' } });
  guide.stored = { ...sent, revision: revision + 1 };
  guide.saves.push(guide.stored);
  sendJson(response, 200, { revision: revision + 1, savedAt: new Date().toISOString(), removed: [] });
}

async function compare(
  guide: StoredGuide,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const after = JSON.parse((await readBody(request)).toString());
  const words = { added: 'added', removed: 'removed' };
  const comparison = await compareContents({ before: guide.stored, after, words });
  sendJson(response, comparison ? 200 : 422, { ...comparison, fields: [] });
}

async function render(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { markdown } = JSON.parse((await readBody(request)).toString());
  const { contentHtml } = await readContent(await convertMarkdown(markdown, 'en'));
  sendJson(response, 200, { contentHtml });
}

async function upload(guide: StoredGuide, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await readBody(request)).toString('latin1');
  const [, name = ''] = /name="image"; filename="([^"]*)"/.exec(body) ?? [];
  if (!name.endsWith('.png')) return sendJson(response, 422, { error: 'This is not an image.' });
  guide.uploads.push(name);
  sendJson(response, 201, { src: '/files/AAAAAAAAAAAAAAAAAAAAAA.png', width: 3, height: 2 });
}

async function attach(guide: StoredGuide, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await readBody(request)).toString('latin1');
  const [, name = ''] = /name="file"; filename="([^"]*)"/.exec(body) ?? [];
  if (name.endsWith('.exe')) return sendJson(response, 422, { error: 'Programs are not allowed.' });
  guide.uploads.push(name);
  const href = `/files/AAAAAAAAAAAAAAAAAAAAAA/${name}`;
  sendJson(response, 201, { href, text: `${name} (PDF, 1.2 MB)` });
}

function findGuides(query: string): { title: string; address: string }[] {
  const guides = [
    { title: 'Track an order', address: 'track-an-order' },
    { title: 'Return an order', address: 'return-an-order' },
    { title: 'Pay by card', address: 'pay-by-card' },
  ];
  return guides.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()));
}

function editorPage(
  { path, language, session, stored }: StoredGuide,
  { script, style }: EditorAssets,
): string {
  const id = Number(path.split('/').at(-1));
  const { revision, title, slug } = stored;
  const urls = {
    draft: `${path}/draft`,
    comparison: `${path}/comparison`,
    images: `${path}/images`,
    uploads: `${path}/files`,
    links: `${path}/links`,
    signIn: '/desk',
    markdown: '/desk/markdown',
    files: FILES,
  };
  const words = phrasingOf(language).words.textEditor;
  const guide = {
    id,
    state: 'draft',
    ...session,
    ...stored,
    urls,
    words,
    text: { lang: language, dir: 'ltr' },
    tagNames: ['Money', 'Parcels', 'Påsar'],
  };
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/assets/page.css"><link rel="stylesheet" href="${style}">
<script type="application/json" id="guide">${JSON.stringify(guide).replaceAll('<', '\\u003c')}</script>
<script type="module" src="${script}"></script></head>
<body><main class="frame"><h1>Edit</h1><form method="post" action="${path}">
<p><label>Title <input name="title" value="${title}"></label> <label>Slug <input name="slug" value="${slug}"></label></p>
<div class="choices">${CATEGORIES.map((name, index) => categoryBox(name, index + 1)).join('')}</div>
<p><label for="tags">Tags</label> <input id="tags" name="tags" value="${stored.tags.join(', ')}"></p>
<input type="hidden" name="revision" value="${revision}"><input type="hidden" name="contentHtml">
<div id="editor"></div><p><button name="publish" value="now">Publish</button></p></form></main></body></html>`;
}

/** The second half of them is in others. */
const CATEGORIES = ['Orders', 'Payment', 'Account', 'Delivery', 'Abroad', 'Überweisung', 'Returns', 'Cards'];

function categoryBox(name: string, id: number): string {
  const box = `<input type="checkbox" name="category[${id}]"${id === 1 ? ' checked' : ''}>`;
  return `<label data-depth="${id > 4 ? 1 : 0}">${box} ${name}</label>`;
}

function signInPage(): string {
  return '<!doctype html><html lang="en"><title>Sign in</title><main><h1>Sign in</h1></main></html>';
}

function pageStyle(): string {
  const pages = new URL('../pages/assets/', import.meta.url);
  const assets = createAssets({ style: [new URL('site.css', pages)], script: [] });
  return assets.find('2456c8.css')?.body ?? '';
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, JSON.stringify(body), 'application/json');
}

function send(response: ServerResponse, status: number, body: string | Buffer, type: string): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
