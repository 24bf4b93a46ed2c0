import {
  type EngineStatus,
  engineStatus,
  type IndexStatus,
  indexStatus,
  type SearchStatus,
} from '@guidepost/search';
import type { Command } from 'commander';
import { examples } from '../program.ts';
import type { OutputOptions, Session } from '../run-command.ts';
import { formatTable } from '../table.ts';
import type { SearchCommandOptions } from './search-command.ts';

/** How far search is with one tenant. */
export type TenantSearchStatus = Pick<SearchStatus, 'documents' | 'waiting' | 'oldest'>;

export interface SearchStatusOptions<Status extends TenantSearchStatus> extends SearchCommandOptions {
  read: (database: Session['database'], tenant: string | undefined) => Promise<Status[]>;
  /** The tenant's name, and what an index does not take of it. */
  describe: (status: Status) => { name: string; setAside: readonly Refusal[] };
  /** What is said where there are no tenants. */
  none: string;
}

interface Refusal {
  name: string;
  /** Null for the one that needs no engine. */
  index: string | null;
  reason: string;
}

/** What `--json` prints. */
interface Report<Status> {
  tenants: Status[];
  /** In an engine. */
  indexes: IndexStatus[];
  /** Null when none is configured. */
  engine: EngineStatus | null;
}

/** An index of which nothing was heard for longer is fed by nobody. */
const UNUSED_SECONDS = 300;

/** The command `search status`, the same for all services. */
export function createSearchStatus<Status extends TenantSearchStatus>(
  options: SearchStatusOptions<Status>,
): (program: Command) => void {
  const { tenant, runCommand, example } = options;
  return (program) => {
    const call = `${program.name()} search status`;
    program
      .command('search')
      .description('see to search')
      .command('status')
      .description('show what can be found, what waits to be indexed and what an index does not take')
      .argument(`[${tenant.name}]`, tenant.description, tenant.parse)
      .option('--json', 'print one JSON document')
      .addHelpText('after', examples(call, `${call} ${example}`))
      .action((name: string | undefined, output: OutputOptions) =>
        runCommand(output, async ({ database }) => {
          const document = await readReport(database, name, options);
          return { document, text: describeReport(document, options) };
        }),
      );
  };
}

async function readReport<Status extends TenantSearchStatus>(
  database: Session['database'],
  name: string | undefined,
  { read, engine }: SearchStatusOptions<Status>,
): Promise<Report<Status>> {
  const configured = engine(database);
  return {
    tenants: await read(database, name),
    indexes: await indexStatus(database),
    engine: configured ? await engineStatus(configured) : null,
  };
}

function describeReport<Status extends TenantSearchStatus>(
  { tenants, indexes, engine }: Report<Status>,
  options: SearchStatusOptions<Status>,
): string {
  const parts = [describeTenants(tenants, options)];
  if (indexes.length > 0) parts.push(describeIndexes(indexes));
  if (engine) parts.push(describeEngine(engine));
  return parts.join('\n\n');
}

function describeTenants<Status extends TenantSearchStatus>(
  all: readonly Status[],
  { tenant, describe, none }: SearchStatusOptions<Status>,
): string {
  if (all.length === 0) return none;
  const rows = all.map((status) => [
    describe(status).name,
    String(status.documents),
    describeWaiting(status),
    String(describe(status).setAside.length),
  ]);
  const reasons = all
    .map(describe)
    .flatMap(({ name, setAside }) => setAside.map((refusal) => `${name} ${describeRefusal(refusal)}`));
  const heading = [tenant.name.toUpperCase(), 'FOUND', 'WAITING', 'SET ASIDE'];
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

function describeEngine({ name, answers, reason }: EngineStatus): string {
  return answers ? `${name} answers.` : `${name} does not answer: ${reason}`;
}
