import { readFileSync } from 'node:fs';

/** A request that makes an operation that needs a key that may write answer with a status. */
export interface WriteCause {
  /** Below the knowledge base, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const JSON_API = 'application/vnd.api+json';
const BOUNDARY = 'between-parts';

const PICTURE = readFileSync(new URL('../../demo/hjalp.example.com/bilder/norrhjul.png', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  guides: 'guide',
  categories: 'knowledge_base_category',
  tags: 'tag',
  addresses: 'address',
};

/** Slugs of the example that are taken. */
const TAKEN: Readonly<Record<string, string>> = { guides: 'install', categories: 'start', tags: 'new' };

/** A category of the example with guides. */
const WITH_GUIDES = '11';

let made = 0;

/** @param create makes a resource of a collection with these attributes, and returns its ID */
export async function causeOfWrite(
  { method, path, status }: { method: string; path: string; status: string },
  create: (collection: string, data: object) => Promise<string>,
): Promise<WriteCause> {
  const [, collection = '', , part, , step] = path.split('/{host}')[1]?.split('/') ?? [];
  if (part === 'translations') return causeOfTranslation({ method, status, step });
  const uploads = part;
  const id = path.includes('{id}') ? await create(collection, newResource(collection)) : undefined;
  const usual = usualRequest({ method, collection, id, uploads });
  const withAttributes = (attributes: object): WriteCause => ({
    ...usual,
    body: JSON.stringify({ data: { type: TYPES[collection], ...(id && { id }), attributes } }),
  });
  const name = collection === 'guides' ? 'title' : 'name';
  switch (`${method} ${status}`) {
    case 'delete 409':
      return { path: `/categories/${WITH_GUIDES}` };
    case 'delete 422':
      return { path: `/categories/${WITH_GUIDES}?guides_to=${WITH_GUIDES}` };
    default:
  }
  if (collection === 'addresses') {
    if (status === '422') return withAttributes({ address: '/made', to: '/guides/nothing' });
    if (method === 'post' && status === '409') return withAttributes({ address: '/guides/install', to: '/' });
    if (method === 'patch' && status === '409')
      return { ...usual, body: JSON.stringify({ data: { type: 'tag', id } }) };
  }
  switch (status) {
    case '409':
      return withAttributes({ [name]: 'A', slug: TAKEN[collection] });
    case '413':
      return { ...usual, body: 'x'.repeat(uploads === 'files' ? 21_000_000 : 11_000_000) };
    case '422':
      return uploads
        ? { ...usual, body: upload(uploads, Buffer.from('<p>no picture</p>')) }
        : withAttributes({ [name]: ' ' });
    default:
      return causeOf(`${method} ${status}`, usual);
  }
}

/** A request that is wrong in what all of them have. */
function causeOf(status: string, usual: WriteCause): WriteCause {
  switch (status.split(' ')[1]) {
    case '304':
      return { ...usual, headers: { 'If-None-Match': '*' } };
    case '400':
      return { ...usual, path: `${usual.path}?page=2` };
    case '406':
      return { ...usual, headers: { ...usual.headers, Accept: 'text/html' } };
    case '412':
      return { ...usual, headers: { ...usual.headers, 'If-Match': '"0.a"' } };
    case '413':
      return { ...usual, body: 'x'.repeat(11_000_000) };
    case '414':
      return { ...usual, path: `${usual.path}?${'X'.repeat(16_000)}` };
    case '415':
      return { ...usual, headers: { 'Content-Type': 'text/plain' } };
    default:
      return usual;
  }
}

/** Guides of the example that are translated, of which one is deleted. */
export const TRANSLATED = [31, 32] as const;
export const TRANSLATION = 'pt-BR';

function causeOfTranslation({
  method,
  status,
  step,
}: {
  method: string;
  status: string;
  step: string | undefined;
}): WriteCause {
  const [kept, deleted] = TRANSLATED;
  const id = method === 'delete' && status === '204' ? deleted : step && status === '409' ? 33 : kept;
  const one = method === 'get' ? '' : `/${TRANSLATION}${step ? `/${step}` : ''}`;
  const path = `/guides/${id}/translations${one}`;
  const plain = { path, headers: { 'Content-Type': JSON_API } };
  const withAttributes = (attributes: object): WriteCause => ({
    ...plain,
    ...(method === 'patch' && {
      body: JSON.stringify({ data: { type: 'guide', id: String(id), attributes } }),
    }),
  });
  if (status === '409') return withAttributes({ slug: 'apples' });
  if (status === '422') return withAttributes({ title: ' ' });
  return causeOf(`${method} ${status}`, withAttributes({ title: 'Traduzido' }));
}

interface Usual {
  method: string;
  collection: string;
  id: string | undefined;
  /** `images` or `files`. */
  uploads: string | undefined;
}

function usualRequest({ method, collection, id, uploads }: Usual): WriteCause {
  const path = ['', collection, ...(id ? [id] : []), ...(uploads ? [uploads] : [])].join('/');
  if (method === 'delete' || method === 'get') return { path };
  if (uploads) {
    return {
      path,
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: upload(uploads, PICTURE),
    };
  }
  const data = { ...newResource(collection), ...(id && { id }) };
  return { path, headers: { 'Content-Type': JSON_API }, body: JSON.stringify({ data }) };
}

function newResource(collection: string) {
  made += 1;
  const name = `Made ${made}`;
  if (collection === 'addresses')
    return { type: 'address', attributes: { address: `/made/${made}`, to: '/guides/install' } };
  return { type: TYPES[collection], attributes: collection === 'guides' ? { title: name } : { name } };
}

function upload(uploads: string, bytes: Buffer): Buffer {
  const field = uploads.slice(0, -1);
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}
