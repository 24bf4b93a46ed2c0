import { HOSTILE_MARKUP, readByParsers } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../../testing/content.ts';
import { readXml } from '../../testing/read-xml.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

/** Markup, and text special to scripts, attributes, CDATA or templates. */
const NAMES = [
  ...HOSTILE_MARKUP.map(([, html]) => html.slice(0, 100).replaceAll(/[\n\r\f]/g, ' ')),
  '</script><script>alert(1)</script>',
  '"><a href="https://evil.example">x</a>',
  'x%0d%0aLocation: https://evil.example',
  '<%= it.site %> {n} ]]>',
];

/** Ordinary values. */
const HARMLESS = { id: 1, title: 'a', name: 'b', work_title: 'c', state: 'd', tags: ['e'] };

/** Each dialog uses five of the names in different places. */
const DIALOGS = Array.from({ length: Math.ceil(NAMES.length / 5) }, (_, index) => {
  const [title = '', name = title, work_title = title, state = title, tag = title] = NAMES.slice(5 * index);
  return { id: 2 + index, title, name, work_title, state, tags: [tag] };
});

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const { database } = service;
  const forumId = await writeForum(database, { slug: 'help' });
  const dialogs = [HARMLESS, ...DIALOGS].map((dialog) => ({ ...dialog, text: 'x' }));
  await writeDialogs(database, forumId, dialogs);
  const comments = dialogs.map(({ id, name, work_title, text }) => ({
    id,
    dialog_id: id,
    name,
    work_title,
    text,
  }));
  await writeComments(database, forumId, comments);
  await database.none('update tags set is_public = true');
});

afterAll(() => service.stop());

/** Elements and attributes of a page, by parser. */
async function structureOf(path: string): Promise<unknown> {
  const { text } = await service.get(path).expect(200);
  return readByParsers(text).map(([parser, elements]) => [
    parser,
    elements.map(({ name, attributes }) => [name, ...Object.keys(attributes)].join(' ')),
  ]);
}

describe.each([
  ['of a dialog', (id: number) => `/forum/help/${id}`],
  ['that reports a dialog', (id: number) => `/forum/help/${id}/report`],
  ['that reports a comment', (id: number) => `/forum/help/${id}/comments/${id}/report`],
])('the page %s', (_, pageOf) => {
  it('has the same elements whatever people, states and tags are called (S2, S24)', async () => {
    const harmless = await structureOf(pageOf(HARMLESS.id));
    for (const dialog of DIALOGS)
      expect([dialog, await structureOf(pageOf(dialog.id))]).toEqual([dialog, harmless]);
  });
});

describe('the feed of a dialog', () => {
  it('is well-formed whatever people are called (S21)', async () => {
    for (const { id, title, name } of DIALOGS) {
      const { text } = await service.get(`/forum/help/${id}/feed.atom`).expect(200);
      const entry = [{ author: { name } }, { title }];
      // One parser only knows named references.
      expect(readXml(text.replaceAll('&#39;', '&apos;'))).toMatchObject({
        feed: { title: `${title} · help`, entry },
      });
    }
  });
});
