import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '@guidepost/service-kit';

const run = promisify(execFile);

/** The first that does what our searches ask for. */
const OLDEST = { major: 1, minor: 48 };

/**
 * The version of the program, such as `1.50.0`, which it says without touching any data.
 * @throws AppError `unavailable`, one line that names the program, when it does not run here or is too old
 */
export async function programVersion(program: string): Promise<string> {
  const said = await ask(program);
  const [, version, major, minor] = /^meilisearch ((\d+)\.(\d+)\.\S+)/.exec(said) ?? [];
  if (!version) throw new AppError('unavailable', `${program} is no Meilisearch.`);
  const isOld = Number(major) === OLDEST.major ? Number(minor) < OLDEST.minor : Number(major) < OLDEST.major;
  if (isOld) {
    const oldest = `${OLDEST.major}.${OLDEST.minor}`;
    throw new AppError('unavailable', `${program} is Meilisearch ${version}: it must be ${oldest} or newer.`);
  }
  return version;
}

async function ask(program: string): Promise<string> {
  try {
    return (await run(program, ['--version'])).stdout;
  } catch (cause) {
    const machine = `${process.platform} ${process.arch}`;
    throw new AppError('unavailable', `${program} does not run on ${machine}: ${reasonOf(cause)}`, { cause });
  }
}

// What the program said, else what kept it from being run. A program for another machine is given to the shell by the
// system, which says something about its first letters.
function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return stderr?.trim().split('\n').at(-1) || message;
}
