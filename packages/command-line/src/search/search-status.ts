import type { Database } from '@guidepost/postgres';
import {
  type Embedder,
  type EmbedderStatus,
  type EngineStatus,
  embedderStatus,
  engineStatus,
  type IndexStatus,
  indexStatus,
  type SearchEngine,
  type SearchStatus,
} from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import type { Command } from 'commander';
import { type OutputOptions, withOutput } from '../options.ts';
import type { Answer, RunCommand, Session } from '../run-command.ts';
import { formatTable } from '../terminal.ts';
import { type ExplainedDocument, explainRanking } from './explain.ts';

/** The options that the search commands of a service share. */
export interface SearchCommandOptions {
  tenant: { name: string; description: string; parse: (value: string) => string };
  /** A tenant, for the help. */
  example: string;
  runCommand: RunCommand;
  engine: (database: Database) => SearchEngine | undefined;
  embedder: () => Embedder | undefined;
}

export type TenantSearchStatus = Pick<SearchStatus, 'documents' | 'embedded' | 'waiting' | 'oldest'>;

/** How `search status` reads the state of search, and how it shows it. */
export interface SearchStatusOptions<Status extends TenantSearchStatus> extends SearchCommandOptions {
  read: (database: Session['database'], tenant: string | undefined) => Promise<Status[]>;
  /** The name of the tenant, and the documents that an index rejects. */
  describe: (status: Status) => { name: string; rejected: readonly Refusal[] };
  none: string;
  /** A document, for the help. */
  document: string;
  /** Finds a document by name. @throws AppError `not-found` */
  findDocument: (database: Database, tenant: string, document: string) => Promise<ExplainedDocument>;
}

interface StatusCommandOptions extends OutputOptions {
  explain?: string[];
}

interface Refusal {
  name: string;
  /** Null for the service's own index. */
  index: string | null;
  reason: string;
}

interface Report<Status> {
  tenants: Status[];
  indexes: IndexStatus[];
  engine: EngineStatus | null;
  embeddings: EmbedderStatus | null;
}

/** An index without news for longer has no running service. */
const UNUSED_SECONDS = 300;

/** Adds `search status` to a program. */
export function createSearchStatus<Status extends TenantSearchStatus>(
  options: SearchStatusOptions<Status>,
): (program: Command) => void {
  const { tenant, runCommand, example, document } = options;
  return (program) => {
    const call = `${program.name()} search status`;
    const command = program
      .command('search')
      .command('status')
      .description('show how many documents are indexed, waiting or rejected')
      .argument(`[${tenant.name}]`, tenant.description, tenant.parse);
    command.option(
      '--explain <query and document...>',
      'show why a document ranks where it does for a query',
    );
    withOutput(
      command,
      call,
      `${call} ${example}`,
      `${call} ${example} --explain "how do I pay" ${document}`,
    );
    command.action((name: string | undefined, { explain, ...output }: StatusCommandOptions) =>
      runCommand(output, async ({ database }) => {
        if (explain) return explainDocument(database, { name, explain }, options);
        const document = await readReport(database, name, options);
        return { document, text: describeReport(document, options) };
      }),
    );
  };
}

async function explainDocument<Status extends TenantSearchStatus>(
  database: Database,
  { name, explain: [query, named, ...more] }: { name: string | undefined; explain: string[] },
  { tenant, findDocument, embedder }: SearchStatusOptions<Status>,
): Promise<Answer> {
  if (name === undefined || query === undefined || named === undefined || more.length > 0)
    throw new AppError('invalid', `--explain needs the ${tenant.name}, a query and one document.`);
  return explainRanking({ database, embedder: embedder() }, await findDocument(database, name, named), query);
}

async function readReport<Status extends TenantSearchStatus>(
  database: Session['database'],
  name: string | undefined,
  { read, engine, embedder }: SearchStatusOptions<Status>,
): Promise<Report<Status>> {
  const configured = engine(database);
  const embedding = embedder();
  return {
    tenants: await read(database, name),
    indexes: await indexStatus(database),
    engine: configured ? await engineStatus(configured) : null,
    embeddings: embedding ? await embedderStatus(embedding) : null,
  };
}

function describeReport<Status extends TenantSearchStatus>(
  { tenants, indexes, engine, embeddings }: Report<Status>,
  options: SearchStatusOptions<Status>,
): string {
  const parts = [describeTenants(tenants, options, embeddings !== null)];
  if (indexes.length > 0) parts.push(describeIndexes(indexes));
  if (engine) parts.push(describeServer(engine));
  if (embeddings) parts.push(describeServer({ ...embeddings, name: embeddings.model }));
  return parts.join('\n\n');
}

function describeTenants<Status extends TenantSearchStatus>(
  all: readonly Status[],
  { tenant, describe, none }: SearchStatusOptions<Status>,
  hasVectors: boolean,
): string {
  if (all.length === 0) return none;
  const rows = all.map((status) => [
    describe(status).name,
    String(status.documents),
    ...(hasVectors ? [String(status.embedded)] : []),
    describeWaiting(status),
    String(describe(status).rejected.length),
  ]);
  const reasons = all
    .map(describe)
    .flatMap(({ name, rejected }) => rejected.map((refusal) => `${name} ${describeRefusal(refusal)}`));
  const heading = [
    tenant.name.toUpperCase(),
    'FOUND',
    ...(hasVectors ? ['WITH VECTORS'] : []),
    'WAITING',
    'SET ASIDE',
  ];
  return [formatTable([heading, ...rows]), ...reasons].join('\n');
}

function describeRefusal({ name, index, reason }: Refusal): string {
  return `${name}${index === null ? '' : ` (${index})`}: ${reason}`;
}

function describeIndexes(indexes: readonly IndexStatus[]): string {
  const rows = indexes.map((index) => [
    index.name,
    describeState(index),
    describeWaiting(index),
    String(index.set_aside),
  ]);
  return formatTable([['INDEX', 'STATE', 'WAITING', 'SET ASIDE'], ...rows]);
}

function describeState({ ready, unused }: IndexStatus): string {
  const state = ready ? 'ready' : 'filling';
  return unused < UNUSED_SECONDS ? state : `${state}, unused for ${Math.round(unused / 60)} min`;
}

function describeWaiting({ waiting, oldest }: Pick<IndexStatus, 'waiting' | 'oldest'>): string {
  return waiting === 0 ? '0' : `${waiting}, for ${Math.round(oldest ?? 0)} s`;
}

function describeServer({ name, answers, reason }: EngineStatus): string {
  return answers ? `${name} answers.` : `${name} does not answer: ${reason}`;
}
