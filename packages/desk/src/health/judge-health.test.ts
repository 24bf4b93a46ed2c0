import { describe, expect, it } from '@jest/globals';
import { type DeskHealth, judgeHealth } from './judge-health.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000);
const DAY = 86_400;

const ALL_IS_WELL: DeskHealth = {
  database: { milliseconds: 2, isListening: true },
  engine: { name: 'Meilisearch', isAnswering: true, since: undefined, isNeeded: false },
  index: { waiting: 0, oldest: null, rejected: 0 },
  mail: { goes: 'server', waiting: 0, failing_since: null, refused: 0 },
  webhooks: [{ failing_since: null, ended_at: null, waiting: 0, set_aside: 0 }],
  files: { canBeStored: true, bytes: 5_000_000, most: 10_000_000_000 },
  lastBackup: ago(DAY / 2),
  versions: { guidepost: '1.2.3', database: '18.4', node: '26.10.0' },
};

const webhook = (facts: Partial<DeskHealth['webhooks'][number]>) => ({
  webhooks: [
    ...ALL_IS_WELL.webhooks,
    { failing_since: null, ended_at: null, waiting: 0, set_aside: 0, ...facts },
  ],
});

function judged(facts: Partial<DeskHealth>, part: string) {
  return judgeHealth({ ...ALL_IS_WELL, ...facts }, NOW).find((each) => each.part === part);
}

describe('what is behind a desk', () => {
  it('is fine, without advice, when all is well', () => {
    const parts = judgeHealth(ALL_IS_WELL, NOW);
    expect(parts.map(({ part }) => part)).toEqual([
      'database',
      'engine',
      'index',
      'mail',
      'webhooks',
      'files',
      'backup',
      'versions',
    ]);
    for (const { part, state, advice } of parts)
      expect([part, state, advice]).toEqual([part, 'fine', undefined]);
  });

  it.each<[name: string, part: string, facts: Partial<DeskHealth>, expected: object]>([
    [
      'a database that does not announce changes',
      'database',
      { database: { milliseconds: 2, isListening: false } },
      { state: 'waiting', advice: 'operators' },
    ],
    [
      'no engine',
      'engine',
      { engine: { name: undefined, isAnswering: true, since: undefined, isNeeded: false } },
      { state: 'fine', says: [{ sentence: 'searchesItself' }] },
    ],
    [
      'an engine that is away',
      'engine',
      { engine: { name: 'Meilisearch', isAnswering: false, since: ago(90), isNeeded: false } },
      { state: 'failing', since: ago(90), advice: 'operators' },
    ],
    [
      'changes on their way',
      'index',
      { index: { waiting: 3, oldest: ago(59), rejected: 0 } },
      { state: 'fine', since: undefined, says: [{ counted: 'changes', n: 3 }] },
    ],
    [
      'changes that wait for long',
      'index',
      { index: { waiting: 3, oldest: ago(61), rejected: 0 } },
      { state: 'waiting', since: ago(61), advice: 'operators' },
    ],
    [
      'rejected documents',
      'index',
      { index: { waiting: 0, oldest: null, rejected: 2 } },
      { state: 'failing', says: [{ sentence: 'everythingFound' }, { counted: 'rejected', n: 2 }] },
    ],
    [
      'no mail server',
      'mail',
      { mail: { goes: 'nowhere', waiting: 0, failing_since: null, refused: 0 } },
      { state: 'off', advice: 'setUpMail' },
    ],
    [
      'messages that are kept on the server',
      'mail',
      { mail: { goes: 'folder', waiting: 0, failing_since: null, refused: 0 } },
      {
        state: 'off',
        says: [{ sentence: 'noMailWaits' }, { sentence: 'mailKept' }],
        page: undefined,
        advice: 'setUpMail',
      },
    ],
    [
      'messages that the desk shows',
      'mail',
      { mail: { goes: 'folder', folder: '/mail', waiting: 0, failing_since: null, refused: 0 } },
      {
        state: 'off',
        says: [{ sentence: 'noMailWaits' }, { sentence: 'mailKeptIn', values: { folder: '/mail' } }],
        page: 'health/mail',
        advice: undefined,
      },
    ],
    [
      'messages that wait',
      'mail',
      { mail: { goes: 'server', waiting: 2, failing_since: null, refused: 0 } },
      { state: 'fine', says: [{ counted: 'messages', n: 2 }] },
    ],
    [
      'a mail server that is away',
      'mail',
      { mail: { goes: 'server', waiting: 2, failing_since: ago(1000), refused: 0 } },
      { state: 'failing', since: ago(1000), advice: 'operators' },
    ],
    [
      'addresses that do not exist',
      'mail',
      { mail: { goes: 'server', waiting: 0, failing_since: null, refused: 1 } },
      { state: 'fine', advice: 'addresses' },
    ],
    ['no webhooks', 'webhooks', { webhooks: [] }, { state: 'off' }],
    ['events on their way', 'webhooks', webhook({ waiting: 2 }), { state: 'waiting', advice: undefined }],
    [
      'a receiver that is away',
      'webhooks',
      webhook({ failing_since: ago(100), waiting: 4 }),
      {
        state: 'failing',
        since: ago(100),
        says: [
          { counted: 'receiversAway', n: 1 },
          { counted: 'events', n: 4 },
        ],
        advice: 'receivers',
      },
    ],
    [
      'a webhook that its receiver ended',
      'webhooks',
      webhook({ failing_since: ago(100), waiting: 4, ended_at: ago(50) }),
      { state: 'fine' },
    ],
    [
      'events that were given up',
      'webhooks',
      webhook({ set_aside: 1 }),
      { state: 'fine', advice: 'receivers' },
    ],
    [
      'little space for files',
      'files',
      { files: { canBeStored: true, bytes: 9_100, most: 10_000 } },
      { state: 'waiting', advice: 'moreSpace' },
    ],
    [
      'files without a limit',
      'files',
      { files: { canBeStored: true, bytes: 123_456_789 } },
      { state: 'fine', says: [{ sentence: 'space', bytes: { used: 123_456_789 } }] },
    ],
    [
      'a folder that cannot be written to',
      'files',
      { files: { canBeStored: false, bytes: 0, most: 10_000 } },
      { state: 'failing', advice: 'operators' },
    ],
    ['an unknown backup', 'backup', { lastBackup: undefined }, { state: 'off', advice: 'backups' }],
    [
      'an old backup',
      'backup',
      { lastBackup: ago(3 * DAY) },
      { state: 'failing', since: ago(DAY), advice: 'operators' },
    ],
  ])('is judged: %s', (_, part, facts, expected) => {
    expect(judged(facts, part)).toMatchObject(expected);
  });
});
