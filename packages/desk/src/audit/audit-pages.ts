import { pipeline } from 'node:stream/promises';
import { parseId } from '@guidepost/service-kit';
import { stringify } from 'csv-stringify';
import { CSV_HEADERS } from '../insight-pages/csv-page.ts';
import { CSV_FORMAT } from '../insights/insight-tables.ts';
import type { DeskCall, DeskPage } from '../requests/calls.ts';
import type { Said } from './say-details.ts';

/** A change, as the page shows it. */
interface ShownChange {
  id: number;
  at: Date;
  by: string;
  door: 'desk' | 'api' | 'cli' | 'page';
  action: string;
  /** The changed thing, with its address if it still exists. */
  subject?: { name: string; address?: string | undefined } | undefined;
  /** Further details, in words. */
  said: readonly Said[];
}

/** Which changes are listed, newest first. */
interface ChangesRequest {
  limit: number;
  /** Those before the one with this id. */
  before?: number | undefined;
  /** The name of who made them. */
  by?: string | undefined;
  /** The first words of their actions, such as `guide`. */
  things?: readonly string[] | undefined;
}

/** The changes of a service's tenants. */
export interface Changes<Call> {
  list(call: Call, request: ChangesRequest): Promise<ShownChange[]>;
  /** Those who have made changes lately, with what they are called in the language of the page. */
  actors(call: Call): Promise<{ name: string; label: string }[]>;
  /** The things that changes are about: the key of what they are called, and the first words of their actions. */
  things: Readonly<Record<string, readonly string[]>>;
}

interface ChosenChanges {
  by: string | undefined;
  thing: string | undefined;
}

const PAGE = 100;

/** Rows that a download reads at a time. */
const PIECE = 1_000;

/** Who changed what, newest first, also as a file. */
export function auditPages<Call extends DeskCall>(changes: Changes<Call>): Record<string, DeskPage<Call>> {
  const chosenIn = ({ query }: Call): ChosenChanges => ({
    by: query.first('by') || undefined,
    thing: Object.keys(changes.things).find((each) => each === query.first('thing')),
  });
  const requestOf = ({ by, thing }: ChosenChanges) => ({
    by,
    things: thing === undefined ? undefined : changes.things[thing],
  });
  return {
    '/audit': {
      roles: ['owner'],
      async read(call) {
        const chosen = chosenIn(call);
        const before = parseId(call.query.first('before') ?? '');
        const entries = await changes.list(call, { ...requestOf(chosen), limit: PAGE, before });
        const last = entries.length === PAGE ? entries.at(-1) : undefined;
        return {
          template: '@audit',
          title: call.phrasing.words.audit,
          section: 'audit',
          content: {
            entries,
            chosen,
            actors: await changes.actors(call),
            things: labelled(changes.things, call),
            download: addressOf(call, '/audit/changes.csv', chosen),
            older: last && addressOf(call, '/audit', { ...chosen, before: String(last.id) }),
          },
        };
      },
    },
    '/audit/changes.csv': {
      roles: ['owner'],
      async read(call) {
        const request = requestOf(chosenIn(call));
        const rows = rowsOf((piece) => changes.list(call, { ...request, ...piece }), call);
        const { response, tenant } = call;
        const name = `${tenant.key.replace(/[^a-z0-9.-]/g, '-')}-changes.csv`;
        response.writeHead(200, {
          ...CSV_HEADERS,
          'Content-Disposition': `attachment; filename="${name}"`,
        });
        // Clients that go away are no error; a file that ends early is one for them.
        await pipeline(rows, stringify(CSV_FORMAT), response).catch(() => response.destroy());
        return 'sent';
      },
    },
  };
}

function addressOf({ base }: DeskCall, path: string, parameters: object): string {
  const chosen = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(chosen).toString();
  return base + path + (query && `?${query}`);
}

function labelled(things: Changes<never>['things'], { phrasing }: DeskCall) {
  const words: Readonly<Record<string, unknown>> = phrasing.words;
  return Object.keys(things).map((thing) => ({ thing, label: String(words[thing]) }));
}

async function* rowsOf(
  list: (piece: { limit: number; before: number | undefined }) => Promise<ShownChange[]>,
  { phrasing: { words } }: DeskCall,
): AsyncGenerator<readonly unknown[], void> {
  yield [words.when, words.who, words.where, words.action, words.what, words.details];
  const actions: Readonly<Record<string, string>> = words.actions;
  const doors = { desk: words.doorDesk, api: words.doorApi, cli: words.doorCli, page: words.doorPage };
  let before: number | undefined;
  do {
    const entries = await list({ limit: PIECE, before });
    for (const { at, by, door, action, subject, said } of entries) {
      const details = said.map((each) =>
        typeof each === 'string' ? each : `${each.label}: ${each.at.toISOString()}`,
      );
      yield [at, by, doors[door], actions[action] ?? action, subject?.name, details.join(' · ')];
    }
    before = entries.length === PIECE ? entries.at(-1)?.id : undefined;
  } while (before !== undefined);
}
