import { png } from '@guidepost/files/testing';
import {
  type ApiAreaOptions,
  apiArea,
  type FuzzedAnswer,
  type FuzzedArea,
  type FuzzedRequest,
  type FuzzingClient,
} from '@guidepost/openapi/testing';
import type { Database } from '@guidepost/postgres';
import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import type { Context } from '../../context.ts';
import { createOpenApiDocument } from '../../http/openapi/openapi-document.ts';
import { createRoutes } from '../../http/routes.ts';
import { writeComments, writeDialogs, writeForum, writeKey } from '../content.ts';
import { CANARY, writeHidden } from '../hidden.ts';
import type { TestService } from '../test-service.ts';

// These routes are never called; they only list what to test.
const DOCUMENT = createOpenApiDocument(createRoutes({} as Context));
const FIRST_DIALOG = 2000;
const FIRST_COMMENT = 3000;
const COUNT = 40;
/** Its comments and reports outlive the other dialogs. */
const KEPT_DIALOG = 2100;

export const PUBLIC_URL = 'https://forum.example';

/** Values that exist in the forum. */
const knownOf = (key: string, file: string) => ({
  slug: [...Array(20).fill('help'), 'other', 'vote'],
  id: [...Array(6).fill('1001'), ...Array(4).fill('1011'), '1002', '1003', '1012'],
  dialog: ['1001', '1001', '1001', '1002', '1003'],
  user: ['1001', '1011'],
  file: ['AB.svg', 'ÅÖ.svg'],
  name: ['Anna Berg', 'Bo <Ek>', file],
  topics: ['q', 'questions,p', 'B'],
  tags: ['known', 'known,urgent', `${CANARY}-tag`],
  query: ['open', 'everybody reads', 'evrybody', '"reads this"', 'read-this', CANARY],
  callback: ['show', 'a.b[0]'],
  key: [key, key, key, 'wrong'],
  include: ['all'],
  into: Array.from({ length: COUNT }, (_, index) => String(FIRST_DIALOG + index)),
  useremail: [1, 2, 3, 4, 5].map((number) => `${CANARY}-mail-${number}@example.com`),
  topic: ['Q', 'problem', 'praises'],
  title: ['How do I start?', 'Å <b>bold</b> title'],
  text: ['By pressing\nthe button.', 'https://forum.example/a.png https://evil.example/b.mp4'],
  report_reason: ['It is rude.'],
  address: ['/t/title/12', '/old/1', 'https://talk.example.com/a'],
  to: ['/2001', '/questions', '/tags/one', 'https://www.example.com/'],
  success_url: ['https://www.example.com/thanks', `${PUBLIC_URL}/api/help/js-endpoint/`],
  error_url: ['https://www.example.com/sorry', '//evil.example'],
});

/** The API on a forum with hidden content. @returns makes the area with a new forum for changes, by its number */
export async function prepareApi(
  service: TestService,
  client: FuzzingClient,
): Promise<(number: number) => Promise<FuzzedArea>> {
  const { key } = await writeHidden(service);
  const known = knownOf(key, await storeFile(client, key));
  const mistakesIn: NonNullable<ApiAreaOptions['mistakesIn']> = (request, answer) => [
    ...malformed(answer),
    ...leaks(key, request, answer),
  ];
  return async (number) => {
    const slug = `written-${number}`;
    const aim = createAim(slug, await writeChangeable(service.database, slug));
    return apiArea({ document: DOCUMENT, known, keys: [key, key, key, 'wrong'], aim, mistakesIn });
  };
}

async function storeFile(client: FuzzingClient, key: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png())]), 'a.png');
  const { headers, body } = new Request('http://x', { method: 'POST', body: form });
  const { text } = await client.send({
    method: 'POST',
    target: `/api/file/help?key=${key}`,
    headers: { 'Content-Type': headers.get('content-type') ?? '' },
    body: new Uint8Array(await new Response(body).arrayBuffer()),
  });
  return text.slice(text.lastIndexOf('/') + 1);
}

/** Only this forum has a key that may write, so that changes leave what the other one should show. */
async function writeChangeable(database: Database, slug: string): Promise<string> {
  const forumId = await writeForum(database, { slug });
  const numbers = Array.from({ length: COUNT }, (_, index) => index);
  await writeDialogs(database, forumId, [
    ...numbers.map((index) => ({
      id: FIRST_DIALOG + index,
      title: `Dialog ${index}`,
      tags: ['one', 'two'],
    })),
    { id: KEPT_DIALOG },
  ]);
  const comments = numbers.map((index) => ({ id: FIRST_COMMENT + index, dialog_id: KEPT_DIALOG }));
  await writeComments(database, forumId, comments);
  await database.none(
    `insert into reports (forum_id, id, dialog_id, reporter, poster_id, author_name, reason)
     overriding system value
     select $1, n, $2, random_hash(), $2, 'Bo', 'Rude' from generate_series(1, 40) as n`,
    [forumId, KEPT_DIALOG],
  );
  await database.none(
    `insert into addresses (forum_id, id, address, dialog_id, made_by, made_with) overriding system value
     select $1, n, '/old/' || n, $2, 'Bo', 'api' from generate_series(1, 40) as n`,
    [forumId, KEPT_DIALOG],
  );
  return writeKey(database, forumId, { scope: 'write' });
}

/** Sends most changes where they can succeed. */
function createAim(slug: string, key: string): (request: FuzzedRequest) => FuzzedRequest {
  return (request) => {
    const { method, target, headers } = request;
    const isChange =
      ['PATCH', 'DELETE'].includes(method) ||
      /^.api.(reports|addresses).|^.api.(dialog|comment).+.(merge|undelete|purge)/.test(target);
    if (!isChange || target.length % 5 === 0) return request;
    const place = (id: string) => Number(id) % COUNT;
    const aimed = target
      .replaceAll(/([?&]key=)[^&]*/g, `$1${key}`)
      .replace(/^(\/api\/(?:dialog|comment|reports|addresses)\/)[^/.]+/, `$1${slug}`)
      .replace(/(\/dialog\/written-\d+\/)(\d{1,6})/, (_, path, id) => `${path}${FIRST_DIALOG + place(id)}`)
      .replace(
        /(\/(?:reports|addresses)\/written-\d+\/)(\d{1,6})/,
        (_, path, id) => `${path}${1 + place(id)}`,
      )
      .replace(
        /(\/comment\/written-\d+\/)\d{1,6}\/(\d{1,6})/,
        (_, path, id) => `${path}${KEPT_DIALOG}/${FIRST_COMMENT + place(id)}`,
      );
    return { ...request, target: aimed, headers: { ...headers, Authorization: `Bearer ${key}` } };
  };
}

/**
 * Hidden content in a response, unless a key or the address of an archived dialog allows it. The forums for changes
 * show what other requests have written.
 */
function leaks(key: string, { target, headers, body = '' }: FuzzedRequest, answer: FuzzedAnswer): string[] {
  const sent = JSON.stringify([target, headers, Buffer.from(body).toString('latin1')]);
  const knowing = sent.includes(key) || /\b(1002|1013|written-\d+)\b/.test(target);
  const secret = new RegExp(knowing ? `${CANARY}-(mail|metadata|report|blocked|held)` : CANARY);
  const leak = secret.exec(`${JSON.stringify(answer.headers)} ${answer.text}`);
  return leak && !sent.includes(CANARY) ? [`${leak[0]} is revealed`] : [];
}

function malformed({ headers, text }: FuzzedAnswer): string[] {
  if (!/xml/.test(headers['content-type'] ?? '') || text === '') return [];
  try {
    readXml(text);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** Parses XML with two parsers: a strict one that validates, and one that returns the content. */
export function readXml(text: string): unknown {
  const validator = new SaxesParser({ xmlns: true });
  validator.on('error', (error) => {
    throw error;
  });
  validator.write(text).close();
  const parser = new XMLParser({
    ignoreDeclaration: true,
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => name === 'resource',
  });
  return parser.parse(text, true);
}
