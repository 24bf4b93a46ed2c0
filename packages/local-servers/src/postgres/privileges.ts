import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@guidepost/service-kit';

const run = promisify(execFile);

export interface Privileges {
  /** Goes before the program on the command line. */
  prefix: readonly string[];
  /** The account that runs it and owns its files; undefined for the current one. */
  account?: Account;
}

export interface Account {
  uid: number;
  gid: number;
}

const AS_WE_ARE: Privileges = { prefix: [] };

// Maps root to user 1000 for PostgreSQL, while files stay root's; needs no account.
const USER_NAMESPACE: Privileges = { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'] };

/**
 * Chooses privileges for `program` on data below `parent`, which `dataOwner` owns if it exists.
 * @throws AppError `unavailable` when we are root and nothing works
 */
export async function choosePrivileges(
  program: string,
  parent: string,
  dataOwner?: Account,
): Promise<Privileges> {
  if (process.getuid?.() !== 0) return AS_WE_ARE;
  const candidates =
    dataOwner && dataOwner.uid !== 0 ? [as(dataOwner)] : await candidatesForRoot(program, parent);
  for (const candidate of candidates) {
    if (await canRun(candidate, program, parent)) return candidate;
  }
  throw new AppError(
    'unavailable',
    'PostgreSQL does not run as root, and here neither a user namespace nor another account can run it: start as an ordinary user, or set KB_DATABASE_URL to your own PostgreSQL.',
  );
}

export interface Command {
  command: string;
  arguments: string[];
  options: Partial<Account>;
}

export function withPrivileges(
  privileges: Privileges,
  program: string,
  programArguments: readonly string[],
): Command {
  const [command = program, ...rest] = [...privileges.prefix, program, ...programArguments];
  return { command, arguments: rest, options: { ...privileges.account } };
}

// In order of preference; the owner of a folder on the path can access it even where `nobody` cannot.
async function candidatesForRoot(program: string, parent: string): Promise<Privileges[]> {
  const accounts = [
    await ownerOnTheWay(parent),
    await ownerOnTheWay(program),
    await accountNamed('postgres'),
    await accountNamed('nobody'),
  ];
  return [USER_NAMESPACE, ...accounts.filter((account) => account !== undefined).map(as)];
}

function as(account: Account): Privileges {
  return { prefix: [], account };
}

// Whether the program starts, from the folder of the data.
async function canRun(privileges: Privileges, program: string, folder: string): Promise<boolean> {
  const probe = withPrivileges(privileges, '/bin/sh', [
    '-c',
    'cd "$1" && exec "$2" --version',
    'sh',
    folder,
    program,
  ]);
  try {
    await run(probe.command, probe.arguments, { ...probe.options, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

async function ownerOnTheWay(path: string): Promise<Account | undefined> {
  for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) {
    const { uid, gid } = await lstat(folder);
    if (uid !== 0) return { uid, gid };
  }
  return undefined;
}

async function accountNamed(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
    );
    return uid === undefined || gid === undefined ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}
