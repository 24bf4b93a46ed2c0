import type { OwnMeilisearch } from '@guidepost/local-servers/testing';
import {
  createAnalyzer,
  createMeilisearch,
  createPostgresSearch,
  type SearchRequest,
  type SearchResult,
} from '@guidepost/search';
import type { ExaminedService } from './examined-service.ts';
import type { Promised } from './ledger.ts';

/** What was found in the end. */
export interface Verdict {
  name: string;
  records: number;
  /** Of records, after they were made. */
  changes: number;
  marks: number;
  documents: { meilisearch: number; postgresql: number };
  /** A line for each promise that is not kept. */
  faults: string[];
}

type Find = (request: SearchRequest) => Promise<SearchResult>;

/**
 * Holds both engines to what the service has answered.
 * @param only whether to look for what has changed since the last time, and not for everything
 */
export async function verify(
  service: ExaminedService,
  meilisearch: OwnMeilisearch,
  only: 'changed' | 'all' = 'all',
): Promise<Verdict> {
  const { name, database, ledger } = service;
  const engine = createMeilisearch({ ...meilisearch, database });
  const [index] = await database.any<{ name: string }>(
    'select name from search_indexes where settings = $1',
    [engine.settings],
  );
  const engines: Record<string, Find> = {
    Meilisearch: (request) => engine.index(index?.name ?? '').search(request),
    PostgreSQL: (request) => createPostgresSearch(database).search(request),
  };
  const faults: string[] = [];
  const records = ledger.records.filter(({ checked, answered }) => only === 'all' || checked < answered);
  for (const record of records) {
    for (const [called, find] of Object.entries(engines)) {
      const broken = await brokenPromises(service, record, find);
      faults.push(...broken.map((fault) => `${name} ${record.id} in ${called}: ${fault}`));
    }
    record.checked = record.answered;
  }
  const documents = await compareDocuments(service, meilisearch, index?.name ?? '');
  return {
    name,
    records: records.length,
    changes: records.reduce((sum, { answered }) => sum + answered, 0),
    marks: records.reduce((sum, { marks, formerMarks }) => sum + marks.size + formerMarks.size, 0),
    documents: documents.numbers,
    faults: [...faults, ...documents.faults],
  };
}

async function brokenPromises({ tenant }: ExaminedService, record: Promised, find: Find): Promise<string[]> {
  const { id, visibility, marks, formerMarks } = record;
  const wanted = [
    ...[...marks].map((mark) => ({ mark, hiddenToo: false, found: visibility === 'shown' })),
    ...[...marks].map((mark) => ({ mark, hiddenToo: true, found: visibility !== 'gone' })),
    ...[...formerMarks].map((mark) => ({ mark, hiddenToo: true, found: false })),
  ];
  const broken: string[] = [];
  for (const { mark, hiddenToo, found } of wanted) {
    const { ids, corrections } = await find({
      tenant,
      query: createAnalyzer(tenant.language).query(mark),
      hiddenToo,
      offset: 0,
      limit: 10,
    });
    // The nearest spelling is another word.
    const exact = corrections.length > 0 ? [] : ids;
    const expected = found ? [id] : [];
    if (exact.join() !== expected.join())
      broken.push(`${mark} (${visibility}) finds [${exact}] and not [${expected}]`);
  }
  return broken;
}

/** Both hold the same documents, and nothing is left in Meilisearch that nobody knows of. */
async function compareDocuments(
  { name, database }: ExaminedService,
  meilisearch: OwnMeilisearch,
  index: string,
): Promise<{ numbers: Verdict['documents']; faults: string[] }> {
  const results = await read<{ tenant?: number; id?: number }>(
    meilisearch,
    `/indexes/${index}/documents?fields=tenant,id&limit=1000000`,
  );
  const held = results.flatMap(({ tenant, id }) => (id === undefined ? [] : [`${tenant}-${id}`]));
  const rows = await database.any<{ tenant_id: number; document_id: number }>(
    'select tenant_id, document_id from search_documents',
  );
  const known = rows.map(({ tenant_id, document_id }) => `${tenant_id}-${document_id}`);
  const [inMeilisearch, inPostgres] = [new Set(held), new Set(known)];
  return {
    numbers: { meilisearch: held.length, postgresql: known.length },
    faults: [
      ...held.filter((one) => !inPostgres.has(one)).map((one) => `${name} ${one}: only Meilisearch holds it`),
      ...known
        .filter((one) => !inMeilisearch.has(one))
        .map((one) => `${name} ${one}: only PostgreSQL holds it`),
    ],
  };
}

/** What is left in Meilisearch of indexes that were begun anew: of no harm but that they take room. */
export async function listForgottenIndexes(
  services: readonly ExaminedService[],
  meilisearch: OwnMeilisearch,
): Promise<string[]> {
  const known = await Promise.all(
    services.map(({ database }) => database.any<{ name: string }>('select name from search_indexes')),
  );
  const names = new Set(known.flat().map(({ name }) => name));
  const held = await read<{ uid: string }>(meilisearch, '/indexes?limit=1000');
  return held.map(({ uid }) => uid).filter((uid) => !names.has(uid));
}

async function read<Row>({ url, key }: OwnMeilisearch, path: string): Promise<Row[]> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { results: Row[] }).results;
}
