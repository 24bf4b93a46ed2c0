import type { Command } from 'commander';
import { examples } from './examples.ts';
import type { OutputOptions, RunCommand, Session } from './run-command.ts';
import { formatTable } from './table.ts';

/** How far search is with one tenant. */
export interface TenantSearchStatus {
  /** That can be found. */
  documents: number;
  /** Changes that the index has not heard of yet. */
  waiting: number;
  /** For how many seconds the oldest of them has waited. */
  oldest: number | null;
}

export interface SearchStatusOptions<Status extends TenantSearchStatus> {
  /** What tenants are named by, in lower case, with how a name is read: `host`. */
  tenant: { name: string; description: string; parse: (value: string) => string };
  runCommand: RunCommand;
  read: (database: Session['database'], tenant: string | undefined) => Promise<Status[]>;
  /** The tenant's name, and what the index does not take of it. */
  describe: (status: Status) => { name: string; setAside: readonly { name: string; reason: string }[] };
  /** What is said where there are no tenants. */
  none: string;
  /** Behind `search status`, for the help. */
  example: string;
}

/** The command `search status`, the same for all services. */
export function createSearchStatus<Status extends TenantSearchStatus>(
  options: SearchStatusOptions<Status>,
): (program: Command) => void {
  const { tenant, runCommand, read, example } = options;
  return (program) => {
    const call = `${program.name()} search status`;
    program
      .command('search')
      .description('see to search')
      .command('status')
      .description('show what can be found, what waits to be indexed and what the index does not take')
      .argument(`[${tenant.name}]`, tenant.description, tenant.parse)
      .option('--json', 'print one JSON document')
      .addHelpText('after', examples(call, `${call} ${example}`))
      .action((name: string | undefined, output: OutputOptions) =>
        runCommand(output, async ({ database }) => {
          const document = await read(database, name);
          return { document, text: describeAll(document, options) };
        }),
      );
  };
}

function describeAll<Status extends TenantSearchStatus>(
  all: readonly Status[],
  { tenant, describe, none }: SearchStatusOptions<Status>,
): string {
  if (all.length === 0) return none;
  const rows = all.map((status) => [
    describe(status).name,
    String(status.documents),
    status.waiting === 0 ? '0' : `${status.waiting}, for ${Math.round(status.oldest ?? 0)} s`,
    String(describe(status).setAside.length),
  ]);
  const reasons = all
    .map(describe)
    .flatMap(({ name, setAside }) => setAside.map((one) => `${name} ${one.name}: ${one.reason}`));
  const heading = [tenant.name.toUpperCase(), 'FOUND', 'WAITING', 'SET ASIDE'];
  return [formatTable([heading, ...rows]), ...reasons].join('\n');
}
