import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '@guidepost/service-kit';

const run = promisify(execFile);

/** The oldest version with everything that our searches use. */
const OLDEST = { major: 1, minor: 48 };

/**
 * The program's version, such as `1.50.0`.
 * @throws AppError `unavailable`, one line naming the program, when it does not run here or is too old
 */
export async function programVersion(program: string): Promise<string> {
  const said = await ask(program);
  const [, version, major, minor] = /^meilisearch ((\d+)\.(\d+)\.\S+)/.exec(said) ?? [];
  if (!version) throw new AppError('unavailable', `${program} is not Meilisearch.`);
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

// The program's output, else the system error. The shell runs programs for other machines and complains about their
// bytes.
function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return stderr?.trim().split('\n').at(-1) || message;
}
