import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStep } from '../checks/step.ts';
import { readCommandLine, refuseUsage, wholeNumber } from '../local/command-line.ts';
import { stopRequest } from '../local/programs.ts';
import { ROOT } from '../local/settings.ts';
import { createReport, endReport } from './report.ts';
import { missingOf, type Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

// `npm run rig -- <scenario>`: starts services with what they depend on, does something to them, and says what became
// of it.

const WRONG = 1;
const CANNOT_RUN = 3;

const LIST = `Usage: npm run rig -- <scenario> [<option>…]

Scenarios, each explained by --help:
${SCENARIOS.map(describe).join('\n')}

Exit codes: 0 nothing was wrong, ${WRONG} something was, 2 wrong usage, ${CANNOT_RUN} something that it needs is not on this machine.`;

const [name = '--help'] = process.argv.slice(2);
const scenario = SCENARIOS.find((one) => one.name === name);
if (scenario) process.exitCode = await run(scenario);
else if (name === '--help') console.log(LIST);
else refuseUsage(LIST, `There is no scenario ${name}`);

function describe({ name: scenario, about, words, options }: Scenario): string {
  const given = Object.entries(options).map(([option, { default: value }]) =>
    value ? `--${option} ${value}` : `--${option} <number>`,
  );
  const usage = [scenario, ...(words ? [words.usage] : []), ...given.map((one) => `[${one}]`)].join(' ');
  return `  ${usage}\n      ${about}`;
}

function usageOf({ name: scenario, about, words, options }: Scenario): string {
  const lines = Object.entries(options).map(([option, { default: value, about: meaning }]) => {
    const byDefault = value ? ` (${value})` : '';
    return `  --${option.padEnd(10)} ${meaning}${byDefault}`;
  });
  const first = words && `  ${words.usage.padEnd(12)} ${words.about}`;
  const known = words?.known?.map((word) => `      ${word}`) ?? [];
  const sentence = about.charAt(0).toUpperCase() + about.slice(1);
  return [
    `Usage: npm run rig -- ${scenario} ${words?.usage ?? ''}`.trimEnd(),
    '',
    `${sentence}.`,
    ...(first ? [first] : []),
    ...known,
    ...lines,
  ].join('\n');
}

async function run(chosen: Scenario): Promise<number> {
  const { words, options } = readOptions(chosen);
  const missing = missingOf(chosen.needs?.(words));
  if (missing.length > 0) {
    console.error(`${chosen.name} cannot run here: ${missing.join(', ')}.`);
    return CANNOT_RUN;
  }
  const stop = stopRequest();
  if (chosen.isBuilt && !(await build(stop))) return WRONG;
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/guidepost-tests');
  const folder = await mkdtemp(join(tmpdir(), `guidepost-${chosen.name}-`));
  const servers = new AsyncDisposableStack();
  const report = createReport();
  try {
    await chosen.run({ place: { folder, servers }, report, options, words, stop });
  } catch (error) {
    if (!stop.aborted) throw error;
    report.wrong.push('It was stopped.');
  } finally {
    await servers.disposeAsync();
  }
  const code = endReport(report, folder);
  if (code === 0) await rm(folder, { recursive: true });
  return code;
}

function readOptions(chosen: Scenario): { words: string[]; options: Record<string, number> } {
  const usage = usageOf(chosen);
  const parsed = Object.keys(chosen.options).map((option) => [option, { type: 'string' }] as const);
  const read = readCommandLine(usage, {
    options: Object.fromEntries(parsed),
    most: chosen.words ? Number.POSITIVE_INFINITY : 1,
  });
  const words = read.positionals.slice(1);
  const unknown = words.filter((word) => chosen.words?.known?.includes(word) === false);
  if (unknown.length > 0) refuseUsage(usage, `${chosen.name} does not know ${unknown.join(', ')}`);
  const values = Object.entries(chosen.options).map(([option, { default: value = 0 }]) => {
    const given = read.values[option];
    return [option, typeof given === 'string' ? wholeNumber(usage, option, given) : value];
  });
  return { words, options: Object.fromEntries(values) };
}

async function build(stop: AbortSignal): Promise<boolean> {
  const code = await runStep('the services are built', ['tsc', '--build'], { stop });
  if (code !== 0) return false;
  return (await runStep('and their assets', ['node', 'infra/build/copy-assets.ts'], { stop })) === 0;
}
