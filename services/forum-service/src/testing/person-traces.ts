import { createHmac } from 'node:crypto';
import { addressBlock } from '@guidepost/http';
import type { Database } from '@guidepost/postgres';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { createIdentityHash } from '../model/identity.ts';
import { createPosterSecret } from '../people/posters.ts';
import { contentHash } from '../posts/posting.ts';
import { PERSON } from './person-everywhere.ts';
import type { TestService } from './test-service.ts';

export type Traces = Readonly<Record<string, string | Buffer>>;

/** The name of a trace, and its `table.column`. */
export interface Found {
  place: string;
  trace: string;
}

interface Column {
  table_name: string;
  column_name: string;
}

/** From the catalogue, so that new tables are included. */
const LIST_COLUMNS = `select c.table_name, c.column_name
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
  order by 1, 2`;

/** The person's own texts, and the parts search splits their address into. */
const TEXTS = {
  'e-mail address': PERSON.folded,
  name: PERSON.name,
  nickname: PERSON.nickname,
  'work title': PERSON.workTitle,
  metadata: PERSON.phone,
  'network address': PERSON.sender,
  'a word of the address': 'zebrowski',
};

/**
 * Everything that identifies a person in a forum, computed as with the service's secret.
 * @param forums ids by slug
 */
export async function tracesOfPerson(
  { database }: Pick<TestService, 'database'>,
  forums: Readonly<Record<string, number>>,
): Promise<Traces> {
  const secret = await createPosterSecret(database, undefined)();
  const hashes = Object.entries(forums).flatMap(([slug, id]) =>
    Object.entries(hashesIn(secret, id)).map(([what, hash]) => [`${what} in ${slug}`, hash] as const),
  );
  const content = contentHash(PERSON.title, PERSON.text);
  return { ...TEXTS, ...Object.fromEntries(hashes), 'content of a dialog': content };
}

function hashesIn(secret: string | Buffer, forumId: number): Traces {
  const { email, folded, name, nickname, sender } = PERSON;
  const hash = createIdentityHash(secret, forumId);
  const person = hash('person', folded);
  const comment = (text: string) => createHmac('sha256', person).update(foldWhiteSpace(text)).digest();
  return {
    'voter and reporter': person,
    'poster without a key': hash('claimed', folded, name, addressBlock(sender)),
    'poster without a key under another name': hash('claimed', folded, nickname, addressBlock(sender)),
    'poster with a key': hash('keyed', folded),
    'poster of an archive': hash('imported', folded, name),
    'poster of an archive without addresses': hash('imported', null, email),
    'voter of an archive without addresses': hash('imported person', email),
    'recent comment': comment(PERSON.comment),
    'recent comment under another name': comment(PERSON.commentByNickname),
  };
}

/** Searches the whole database for traces: text in any letter case, also in bytes; bytes in every common encoding. */
export async function scanDatabase(database: Database, traces: Traces): Promise<Found[]> {
  const found: Found[] = [];
  for (const column of await database.any<Column>(LIST_COLUMNS)) {
    const { table_name, column_name } = column;
    const rows = await database.any<{ value: string }>(
      'select $1:name::text as value from $2:name where $1:name is not null',
      [column_name, table_name],
    );
    const values = rows.map(({ value }) => value).join('\n');
    const place = `${table_name}.${column_name}`;
    found.push(...findTraces(values, traces).map((trace) => ({ place, trace })));
  }
  return found;
}

export function findTraces(text: string, traces: Traces): string[] {
  const folded = text.toLowerCase();
  return Object.entries(traces).flatMap(([name, trace]) =>
    spellings(trace).some((spelling) => folded.includes(spelling)) ? [name] : [],
  );
}

function spellings(trace: string | Buffer): string[] {
  const bytes = typeof trace === 'string' ? Buffer.from(trace.toLowerCase()) : trace;
  const written = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url').slice(0, 22)];
  const text = typeof trace === 'string' ? [trace, encodeURIComponent(trace)] : [];
  return [...written, ...text].map((spelling) => spelling.toLowerCase());
}
