import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EditorPage } from '../page/editor-page.ts';
import type { Snapshot } from '../page/snapshot.ts';
import type { OtherVersion } from './draft-requests.ts';
import { createSaver, type SavingState } from './saver.ts';

const PAGE = { revision: 7, title: 'Refunds', token: 'a token', urls: { draft: '/draft' } } as EditorPage;
const TEXT: Snapshot = {
  title: 'Refunds',
  slug: 'refunds',
  contentHtml: '<p>1</p>',
  categories: [1],
  tags: [],
};

interface Sent extends Snapshot {
  revision: number;
}

/** A saver on a page whose text is typed by `type`; the server gives `answers`, then none. */
function openPage() {
  let text = TEXT;
  const states: SavingState['kind'][] = [];
  const sent: Sent[] = [];
  const answers: (() => Response | Promise<Response>)[] = [];
  globalThis.fetch = async (_url, options) => {
    sent.push(JSON.parse(new TextDecoder().decode(options?.body as Uint8Array<ArrayBuffer>)));
    const answer = answers.shift();
    if (!answer) throw new TypeError('no connection');
    return answer();
  };
  const keptRevisions: number[] = [];
  const saver = createSaver({
    page: { ...PAGE },
    snapshot: () => text,
    adopt: (others) => {
      text = { ...text, ...others };
    },
    kept: {
      keep: (revision) => void keptRevisions.push(revision),
      forget: () => void keptRevisions.splice(0),
      settled: async () => {},
      isKept: () => keptRevisions.length > 0,
      findAbandoned: async () => [],
      drop: async () => {},
    },
    onState: ({ kind }) => void states.push(kind),
  });
  return {
    saver,
    states,
    sent,
    answers,
    keptRevisions,
    text: () => text,
    type(contentHtml: string) {
      text = { ...text, contentHtml };
      saver.changed();
    },
    undo() {
      text = TEXT;
      saver.changed();
    },
  };
}

const saved = (revision: number) => () => Response.json({ revision, savedAt: '2026-01-01T00:00:00Z' });

function theirs(version: Partial<OtherVersion>): () => Response {
  const { slug: _, ...text } = TEXT;
  return () =>
    Response.json({ ...text, revision: 8, by: 'Nils', at: '2026-01-01', ...version }, { status: 409 });
}

const STEP = 500;

/** Moves the clock on in steps, after each of which promises settle. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= STEP) {
    mock.timers.tick(Math.min(left, STEP));
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  }
}

describe('the saver of the editor', () => {
  const { fetch } = globalThis;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    globalThis.fetch = fetch;
  });

  it('saves two seconds after the last change, from the revision of the page', async () => {
    const page = openPage();
    page.answers.push(saved(8));
    page.type('<p>12</p>');
    await pass(1_999);
    page.type('<p>123</p>');
    await pass(1_999);
    expect(page.sent).toEqual([]);
    await pass(1);
    expect(page.sent).toMatchObject([{ revision: 7, contentHtml: '<p>123</p>' }]);
    expect(page.states).toEqual(['changed', 'changed', 'saving', 'saved']);
    expect(page.saver.revision).toBe(8);
    expect(page.saver.isAtRisk()).toBe(false);
  });

  it('sends nothing for a change that is undone', async () => {
    const page = openPage();
    page.type('<p>12</p>');
    page.undo();
    await pass(60_000);
    expect(page.sent).toEqual([]);
    expect(page.states).toEqual(['changed', 'saved']);
    expect(page.keptRevisions).toEqual([]);
  });

  it('saves what is typed during a save afterwards, from the revision of that save', async () => {
    const page = openPage();
    const first = Promise.withResolvers<Response>();
    page.answers.push(() => first.promise, saved(9));
    page.type('<p>12</p>');
    await pass(2_000);
    page.type('<p>123</p>');
    await pass(10_000);
    expect(page.sent).toHaveLength(1);
    first.resolve(saved(8)());
    await pass(2_000);
    expect(page.sent).toMatchObject([{ revision: 7 }, { revision: 8, contentHtml: '<p>123</p>' }]);
    expect(page.saver.state.kind).toBe('saved');
  });

  it('tries again after 1, 2, 4 … 60 seconds without an answer, and keeps the text meanwhile', async () => {
    const page = openPage();
    page.type('<p>12</p>');
    await pass(2_000);
    for (const [index, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      expect(page.saver.state.kind).toBe('offline');
      expect(page.keptRevisions).not.toEqual([]);
      await pass(seconds * 1_000 - 1);
      expect(page.sent).toHaveLength(index + 1);
      await pass(1);
      expect(page.sent).toHaveLength(index + 2);
    }
    page.answers.push(saved(8));
    await page.saver.tryAgain();
    expect(page.saver.state.kind).toBe('saved');
  });

  it('waits as long as a busy server asks for', async () => {
    const page = openPage();
    page.answers.push(() => new Response(null, { status: 503, headers: { 'Retry-After': '30' } }), saved(8));
    page.type('<p>12</p>');
    await pass(2_000);
    await pass(29_999);
    expect(page.sent).toHaveLength(1);
    await pass(1);
    expect(page.sent).toHaveLength(2);
    expect(page.saver.state.kind).toBe('saved');
  });

  it('stops at a conflict until the author decides, then saves from the newer revision', async () => {
    const page = openPage();
    page.answers.push(theirs({ contentHtml: '<p>of Nils</p>' }), saved(9));
    page.type('<p>12</p>');
    await pass(2_000);
    expect(page.saver.state).toMatchObject({ kind: 'conflict', theirs: { by: 'Nils' } });
    page.type('<p>123</p>');
    await pass(60_000);
    expect(await page.saver.save()).toBe(false);
    expect(page.sent).toHaveLength(1);
    expect(page.saver.isAtRisk()).toBe(false);
    expect(await page.saver.replace(8)).toBe(true);
    expect(page.sent[1]).toMatchObject({ revision: 8, contentHtml: '<p>123</p>' });
  });

  it('knows its own text in a conflict, if the answer to it was lost', async () => {
    const page = openPage();
    page.type('<p>12</p>');
    await pass(2_000);
    page.answers.push(theirs({ contentHtml: '<p>12</p>' }));
    await pass(1_000);
    expect(page.saver.state.kind).toBe('saved');
    expect(page.saver.revision).toBe(8);
  });

  it('goes on when someone else has only moved or tagged the guide', async () => {
    const page = openPage();
    page.answers.push(theirs({ categories: [2], tags: ['New'] }), saved(9));
    page.type('<p>12</p>');
    await pass(2_000);
    expect(page.text()).toMatchObject({ contentHtml: '<p>12</p>', categories: [2], tags: ['New'] });
    expect(page.sent[1]).toMatchObject({ revision: 8, categories: [2], contentHtml: '<p>12</p>' });
    expect(page.saver.state.kind).toBe('saved');
  });

  it('forgets an unanswered text once another save is confirmed', async () => {
    const page = openPage();
    page.type('<p>12</p>');
    await pass(2_000);
    page.answers.push(
      saved(8),
      theirs({ revision: 9, contentHtml: '<p>12</p>', categories: [2] }),
      saved(10),
    );
    await pass(1_000);
    page.type('<p>123</p>');
    await pass(2_000);
    expect(page.sent.at(-1)).toMatchObject({ revision: 9, contentHtml: '<p>123</p>', categories: [2] });
    expect(page.saver.state.kind).toBe('saved');
  });

  it.each([
    ['a refusal', 422, { errors: { title: 'Too long' } }, 'refused'],
    ['a sign-out', 401, {}, 'signed-out'],
    ['the token of a former session', 403, { error: { fields: { token: ['Old'] } } }, 'signed-out'],
  ] as const)('does not repeat a save after %s', async (_, status, body, kind) => {
    const page = openPage();
    page.answers.push(() => Response.json(body, { status }));
    page.type('<p>12</p>');
    await pass(120_000);
    expect(page.sent).toHaveLength(1);
    expect(page.saver.state.kind).toBe(kind);
    expect(page.saver.isAtRisk()).toBe(false);
  });

  it('gives up unsaved text when asked to', async () => {
    const page = openPage();
    page.type('<p>12</p>');
    await page.saver.discard();
    await pass(60_000);
    expect(page.sent).toEqual([]);
    expect(page.saver.state.kind).toBe('saved');
    expect(page.saver.isAtRisk()).toBe(false);
  });
});
