import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../local/settings.ts';

const PROGRAMS = join(ROOT, 'node_modules', '.bin');

export interface StepOptions {
  stop: AbortSignal;
  /** Whether other steps run meanwhile: what it prints appears at its end. */
  beside?: boolean;
  /** Variables for the program alone. */
  env?: Readonly<Record<string, string>>;
}

/** Runs a program of node_modules/.bin under a heading, prints its duration and resolves with its exit code. */
export async function runStep(
  name: string,
  command: [program: string, ...programArguments: string[]],
  { stop, beside = false, env = {} }: StepOptions,
): Promise<number> {
  const heading = `\n== ${name}`;
  if (!beside) console.log(heading);
  const begin = performance.now();
  const { code, printed } = await runToEnd(command, { stop, beside, env });
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  if (beside) console.log(`${heading}\n${printed}`.trimEnd());
  console.log(code === 0 ? `   ${seconds} s` : `   failed with code ${code} after ${seconds} s`);
  return code;
}

async function runToEnd(
  [program, ...programArguments]: [string, ...string[]],
  { stop, beside, env }: StepOptions,
): Promise<{ code: number; printed: string }> {
  if (stop.aborted) return { code: 128 + constants.signals.SIGTERM, printed: '' };
  const child = spawn(join(PROGRAMS, program), programArguments, {
    cwd: ROOT,
    // Scripts begin with `env node`, which must be the pinned Node.js.
    env: { ...process.env, ...env, PATH: `${PROGRAMS}:${process.env.PATH}` },
    stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const pass = () => child.kill('SIGTERM');
  stop.addEventListener('abort', pass);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  stop.removeEventListener('abort', pass);
  return { code: code ?? 128 + constants.signals[signal ?? 'SIGTERM'], printed };
}
