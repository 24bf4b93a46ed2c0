import { describe, expect, it } from '@jest/globals';
import { compareTexts, type Segment } from '../../content/compare-texts.ts';
import { writeImage } from '../../testing/content.ts';
import { findDangers } from '../../testing/dangers.ts';
import { useEditingFixture } from '../../testing/editing-fixture.ts';
import { renameGuide } from '../drafts/guide-slugs.ts';
import { discardDraft } from '../drafts/propose-draft.ts';
import { readForEditing } from '../drafts/read-for-editing.ts';
import { saveDraft } from '../drafts/save-draft.ts';
import { publishGuide } from '../publishing/publish-guide.ts';
import { unpublishGuides } from '../publishing/publish-guides.ts';
import { compareVersions } from './compare-versions.ts';
import { republishVersion, restoreVersion } from './restore-version.ts';
import { listVersions, readVersion } from './versions.ts';

const HOST = 'help.example.com';
const TOKEN = 'a'.repeat(22);

const fixture = useEditingFixture({
  host: HOST,
  guides: [
    { id: 31, slug: 'a', title: 'A', content: '<p>one</p>' },
    { id: 32, slug: 'b', title: 'B', content: '<p>b</p>', published: false },
    { id: 33, slug: 'c', title: 'C', content: `<p><img src="/files/${TOKEN}.png" alt="Figure"></p>` },
    { id: 34, slug: 'd', title: 'D', content: '<p>d</p>' },
  ],
});

const list = (guideId: number) => listVersions(fixture.database, { host: HOST, guideId });

async function publish(guideId: number, contentHtml: string): Promise<void> {
  await saveDraft(fixture.database, fixture.author, { host: HOST, guideId, contentHtml });
  await publishGuide(fixture.database, fixture.editor, { host: HOST, guideId });
}

const row = (id: number) =>
  fixture.database.one('select title, content_html, published from guides where id = $1', [id]);

describe('the versions of a guide', () => {
  it('begin when it is first published', async () => {
    expect(await list(32)).toEqual([]);
    expect(await list(31)).toMatchObject([{ number: 1, title: 'A', published_by: 'Test', door: 'cli' }]);
  });

  it('tell who published what, newest first', async () => {
    await publish(31, '<p>two</p>');
    expect(await list(31)).toMatchObject([
      { number: 2, published_by: 'the editor', door: 'desk', published_at: expect.any(Date) },
      { number: 1, published_by: 'Test', door: 'cli' },
    ]);
    expect(await readVersion(fixture.database, { host: HOST, guideId: 31, number: 1 })).toMatchObject({
      content_html: '<p>one</p>',
    });
  });

  it('do not grow when something else of a guide changes', async () => {
    const before = (await list(31)).length;
    await renameGuide(fixture.database, fixture.editor, { host: HOST, slug: 'a', newSlug: 'aa' });
    await unpublishGuides(fixture.database, fixture.editor, { host: HOST, ids: [31] });
    expect(await list(31)).toHaveLength(before);
    await publishGuide(fixture.database, fixture.editor, { host: HOST, guideId: 31 });
    expect(await list(31)).toHaveLength(before + 1);
  });

  it('are listed by pages', async () => {
    const [newest] = await list(31);
    const rest = await listVersions(fixture.database, {
      host: HOST,
      guideId: 31,
      before: newest?.number,
      limit: 1,
    });
    expect(rest).toMatchObject([{ number: (newest?.number ?? 0) - 1 }]);
  });

  it('of another knowledge base or without a guide do not exist', async () => {
    await expect(list(99)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(
      readVersion(fixture.database, { host: HOST, guideId: 31, number: 99 }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('restoring a version', () => {
  it('makes it the draft, which readers do not see', async () => {
    await publish(34, '<p>changed</p>');
    await restoreVersion(fixture.database, fixture.author, { host: HOST, guideId: 34, number: 1 });
    expect(await readForEditing(fixture.database, { host: HOST, guideId: 34 })).toMatchObject({
      contentHtml: '<p>d</p>',
      hasChanges: true,
    });
    expect(await row(34)).toMatchObject({ content_html: '<p>changed</p>' });
  });

  it('shows it to readers in one step and leaves a draft alone', async () => {
    await saveDraft(fixture.database, fixture.author, {
      host: HOST,
      guideId: 34,
      contentHtml: '<p>idea</p>',
    });
    await republishVersion(fixture.database, fixture.editor, { host: HOST, guideId: 34, number: 1 });
    expect(await row(34)).toMatchObject({ content_html: '<p>d</p>', published: true });
    expect(await readForEditing(fixture.database, { host: HOST, guideId: 34 })).toMatchObject({
      contentHtml: '<p>idea</p>',
    });
    expect((await list(34))[0]).toMatchObject({ number: 3, published_by: 'the editor' });
    await discardDraft(fixture.database, fixture.editor, { host: HOST, guideId: 34 });
  });

  it('is refused when someone has changed the guide since it was read', async () => {
    const request = { host: HOST, guideId: 34, number: 1, revision: 1 };
    for (const restore of [restoreVersion, republishVersion])
      await expect(restore(fixture.database, fixture.editor, request)).rejects.toMatchObject({
        kind: 'conflict',
      });
  });

  it('brings back its images', async () => {
    const { database, editor, knowledgeBaseId } = fixture;
    await writeImage(database, knowledgeBaseId, { token: TOKEN, guide: 33, content: 'figure' });
    await publish(33, `<p>two <img src="/files/${TOKEN}.png" alt="Figure"></p>`);
    await publish(33, '<p>without</p>');
    const shown = () => database.one('select count(*) from guide_files where guide_id = 33');
    expect(await shown()).toEqual({ count: 0 });
    expect(await republishVersion(database, editor, { host: HOST, guideId: 33, number: 2 })).toMatchObject({
      missingImages: 0,
    });
    expect(await shown()).toEqual({ count: 1 });
  });

  it('shows the texts of images that are gone', async () => {
    const { database, editor } = fixture;
    await publish(33, '<p>without</p>');
    await database.none('delete from files');
    expect(await republishVersion(database, editor, { host: HOST, guideId: 33, number: 2 })).toMatchObject({
      missingImages: 1,
    });
    expect(await row(33)).toMatchObject({ content_html: '<p>two Figure</p>' });
  });
});

describe('comparing versions', () => {
  const compare = (before: string, after: string) =>
    compareTexts({ title: 'T', contentHtml: before }, { title: 'T', contentHtml: after });

  const show = (segments: readonly Segment[]) =>
    segments
      .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
      .join('');

  it.each([
    ['a word', '<p>the red bike</p>', '<p>the blue bike</p>', 'the {-red-}{+blue+} bike\n'],
    ['a new paragraph', '<p>a</p><p>c</p>', '<p>a</p><p>b</p><p>c</p>', 'a\n{+b\n+}c\n'],
    ['an item that is gone', '<ul><li>a</li><li>b</li></ul>', '<ul><li>b</li></ul>', '{-a\n-}b\n'],
    ['the text of an image', '<img alt="x">', '<img alt="y">', '[{-x-}{+y+}]\n'],
    ['a word beside an image without a text', '<p>a <img></p>', '<p>b <img></p>', '{-a-}{+b+}\n'],
    ['a new line of a program', '<pre>a\nb</pre>', '<pre>a\nc\nb</pre>', 'a\n{+c\n+}b\n'],
    ['a line after a break in a program', '<pre>a<br>  b</pre>', '<pre>a<br>  c</pre>', 'a\n  {-b-}{+c+}\n'],
    ['a word after a program', '<pre>a</pre><p>b\n c</p>', '<pre>a</pre><p>b\n d</p>', 'a\nb {-c-}{+d+}\n'],
    ['nothing of an empty program', '<pre>\n</pre><p>a</p>', '<p>a</p>', 'a\n'],
    ['entities', '<p>a &lt;b&gt;</p>', '<p>a &lt;c&gt;</p>', 'a <{-b-}{+c+}>\n'],
    ['all', '', '<p>a</p>', '{+a\n+}'],
    [
      'a line of a program, with line breaks and indents',
      '<p>a  b</p><pre>\nif\n  one\n\n  two\n</pre><p>c</p>',
      '<p>a b</p><pre>\nif\n  one\n\n  three\n</pre><p>c</p>',
      'a b\nif\n  one\n\n  {-two-}{+three+}\nc\n',
    ],
  ])('shows %s', async (_, before, after, expected) => {
    expect(show((await compare(before, after)).content)).toBe(expected);
  });

  it('says when only markup differs', async () => {
    expect(await compare('<p>a</p>', '<p><b>a</b></p>')).toMatchObject({ onlyMarkup: true });
    expect(await compare('<p>a</p>', '<p>a</p>')).toMatchObject({ onlyMarkup: false });
    expect(await compare('<p>a</p><p>b</p>', '<p>a</p>')).toMatchObject({ onlyMarkup: false });
  });

  it('tells a title from a title that is missing', async () => {
    const [none, some] = [
      { title: '', contentHtml: '' },
      { title: 'T', contentHtml: '<br>' },
    ];
    expect(await compareTexts(none, none)).toMatchObject({ title: [], onlyMarkup: false });
    expect(await compareTexts(none, some)).toMatchObject({
      title: [{ kind: 'added', text: 'T' }],
      onlyMarkup: false,
    });
  });

  it('shows a text of more than 500,000 characters one after the other', async () => {
    const { content } = await compare('<p>a</p>', `<p>a ${'b '.repeat(250_000)}</p>`);
    expect(content.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  it('knows the characters of languages without spaces', async () => {
    const { content } = await compare('<p>我喜欢红色自行车</p>', '<p>我喜欢蓝色自行车</p>');
    expect(show(content)).toBe('我喜欢{-红-}{+蓝+}色自行车\n');
  });

  const words = (seed: number, count: number) =>
    Array.from({ length: count }, (_, n) => `w${(n * seed) % 9_973}`).join(' ');

  it('ends for large texts that have nothing in common', async () => {
    const started = performance.now();
    await compare(`<p>${words(7, 60_000)}</p>`, `<p>${words(11, 60_000)}</p>`);
    expect(performance.now() - started).toBeLessThan(5_000);
  }, 20_000);

  it('ends for many changed paragraphs, while other work goes on', async () => {
    const page = (seed: number) =>
      Array.from({ length: 30 }, (_, n) => `<h2>${n}</h2><p>${words(seed + n, 4_000)}</p>`).join('');
    const [before, after] = [page(7), page(111)];
    let [last, longest, isOver] = [performance.now(), 0, false];
    const look = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      if (!isOver) setImmediate(look);
    };
    setImmediate(look);
    const started = performance.now();
    const { content } = await compare(before, after);
    isOver = true;
    look();
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(longest).toBeLessThan(1_500);
    expect(content.filter(({ kind }) => kind === 'same').length).toBeGreaterThanOrEqual(30);
  }, 60_000);

  it('reads numbers, what is published, and the draft', async () => {
    await saveDraft(fixture.database, fixture.author, {
      host: HOST,
      guideId: 31,
      title: 'AA',
      contentHtml: '<p>three</p>',
    });
    const request = { host: HOST, guideId: 31, from: 1, to: 'draft' } as const;
    const { title, content } = await compareVersions(fixture.database, request);
    expect([show(title), show(content)]).toEqual(['{-A-}{+AA+}', '{-one-}{+three+}\n']);
    expect(await compareVersions(fixture.database, { ...request, to: 'published' })).toMatchObject({
      title: [{ kind: 'same', text: 'A' }],
    });
  });
});

it('cleans a version that is restored', async () => {
  const { database, editor } = fixture;
  await database.none('update guides set content_html = \'<p onclick="x()">old</p>\' where id = 34');
  const [{ number } = { number: 0 }] = await list(34);
  await publish(34, '<p>new</p>');
  await republishVersion(database, editor, { host: HOST, guideId: 34, number });
  expect(findDangers((await row(34)).content_html)).toEqual([]);
});
