import {
  cancelMove,
  closeDatabase,
  type Database,
  deleteCopy,
  type MovableTenant,
  type MoveReport,
  moveTenant,
  openDatabase,
  ping,
  planMove,
  type TenantMove,
} from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Command } from 'commander';
import { type EditorOptions, type OutputOptions, withEditor, withOutput } from './options.ts';
import type { Answer, RunCommand, Session } from './run-command.ts';

export interface MoveOptions extends OutputOptions, EditorOptions {
  to?: string;
  from?: string;
  dryRun?: boolean;
  cancel?: boolean;
  deleteCopy?: boolean;
  yes?: boolean;
}

export interface MoveCommand<Options extends MoveOptions> {
  runCommand: RunCommand;
  /** `move <host>` */
  command: Command;
  /** How the tenant is called in examples: `help.example.com` */
  example: string;
  describe: (database: Database, name: string, options: Options) => Promise<MovableTenant>;
}

/** One holds the lock, one copies. */
const POOL_SIZE = 3;

const HELP = `
The service goes on: PostgreSQL replicates to the other database, changes are refused for a moment at the end, then
requests are answered with 421, which a proxy sends on to the other service. See docs/scaling.md for what the servers
need, and for the proxy.`;

/** `move`, of each service. */
export function addMoveCommand<Options extends MoveOptions>(options: MoveCommand<Options>): void {
  const { command, example } = options;
  command
    .option('--to <url>', 'the URL of the other database, which has the schema of this release')
    .option(
      '--from <url>',
      'the URL by which the server of the other database reaches this one (default: the one that is used here)',
    )
    .option('--dry-run', 'only check whether it can move')
    .option('--cancel', 'cancel an interrupted move')
    .option('--delete-copy', 'delete the copy left here after a move')
    .option('--yes', 'confirm --delete-copy; this cannot be undone');
  const name = `${command.parent?.name()} ${command.name()} ${example}`;
  const url = 'postgres://guidepost@db2.example.com/guidepost';
  withOutput(
    withEditor(command),
    `${name} --to ${url} --dry-run`,
    `${name} --to ${url}`,
    `${name} --cancel --to ${url}`,
    `${name} --delete-copy --yes`,
  ).addHelpText('after', HELP);
  command.action((tenant: string, chosen: Options) => run(options, tenant, chosen));
}

function run<Options extends MoveOptions>(
  { runCommand, command, describe }: MoveCommand<Options>,
  name: string,
  options: Options,
): Promise<void> {
  checkOptions(command, options);
  const interrupted = 'it stays here, unless it was just being switched. The same command finds out.';
  return runCommand(
    { ...options, interrupted },
    async ({ database, url, signal }: Session): Promise<Answer> => {
      const movable = await describe(database, name, options);
      if (options.deleteCopy) return removeCopy(database, movable, name);
      if (options.to === undefined) return cancel(database, movable, { name, target: undefined });
      return withTarget(options.to, (target) => {
        if (options.cancel) return cancel(database, movable, { name, target });
        return options.dryRun
          ? plan(database, target, { movable, name })
          : move(
              { ...movable, source: database, sourceUrl: options.from ?? url, target, signal, onStage: say },
              name,
            );
      });
    },
  );
}

function checkOptions(
  command: Command,
  { to, from, cancel: cancels, deleteCopy: deletes, dryRun, yes }: MoveOptions,
): void {
  if (deletes) {
    if (to || from || cancels || dryRun) command.error('error: --delete-copy stands alone, with --yes.');
    if (!yes) command.error('error: --delete-copy needs --yes; it cannot be undone.');
  } else if (cancels && dryRun) {
    command.error('error: --cancel cannot be used with --dry-run.');
  } else if (to === undefined) {
    if (!cancels) command.error("error: required option '--to <url>' not specified");
  } else if (!isDatabaseUrl(to)) {
    command.error('error: --to must be a URL such as postgres://user@host/database.');
  }
  if (from !== undefined && !isDatabaseUrl(from))
    command.error('error: --from must be a URL such as postgres://user@host/database.');
}

function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}

async function withTarget(url: string, work: (target: Database) => Promise<Answer>): Promise<Answer> {
  const errors = new WeakSet<object>();
  const target = openDatabase({
    url,
    poolSize: POOL_SIZE,
    applicationName: 'guidepost move',
    statementTimeout: 0,
    onError: (error) => void (error instanceof Error && errors.add(error)),
  });
  try {
    await ping(target).catch((cause: Error) => {
      throw otherDatabase('cannot be used', cause);
    });
    return await work(target);
  } catch (error) {
    throw error instanceof Error && errors.has(error) ? otherDatabase('failed', error) : error;
  } finally {
    await closeDatabase(target);
  }
}

/** Errors of connections to several addresses of a host have no message. */
function otherDatabase(what: string, cause: Error & { code?: string }): AppError {
  const why = cause.message || cause.code;
  return new AppError('unavailable', `The other database ${what}: ${why}.`, { cause });
}

interface Named {
  movable: MovableTenant;
  name: string;
}

async function plan(source: Database, target: Database, { movable, name }: Named): Promise<Answer> {
  const rows = await planMove({ ...movable, source, target });
  return {
    document: { name, rows, moved: false },
    text: `${name} can move: ${rows} rows. Nothing was changed.`,
  };
}

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

async function move(tenantMove: TenantMove, name: string): Promise<Answer> {
  const report = await moveTenant(tenantMove);
  const document = {
    name,
    moved: true,
    rows: report.rows ?? null,
    seconds: report.seconds ?? null,
    read_only_milliseconds: report.readOnlyMilliseconds ?? null,
  };
  return { document, text: describeReport(name, report) };
}

function describeReport(name: string, { rows, seconds = 0, readOnlyMilliseconds }: MoveReport): string {
  const did =
    rows === undefined
      ? `${name} had moved already; this is known here now, too.`
      : `Moved ${name}: ${rows} rows in ${seconds.toFixed(1)} s; changes were refused for ${readOnlyMilliseconds} ms.`;
  return `${did}\nRequests are answered with 421 here. Lead them to the other service, then delete the copy with --delete-copy.`;
}

async function cancel(
  database: Database,
  movable: MovableTenant,
  { name, target }: { name: string; target: Database | undefined },
): Promise<Answer> {
  await cancelMove(database, target, movable);
  return { document: { name, cancelled: true }, text: `The move was cancelled: ${name} stays here.` };
}

async function removeCopy(source: Database, movable: MovableTenant, name: string): Promise<Answer> {
  const rows = await deleteCopy(source, movable);
  return { document: { name, deleted_rows: rows }, text: `Deleted the copy of ${name}: ${rows} rows.` };
}
