import { runStep, type StepOptions } from './step.ts';

interface Check {
  name: string;
  command: [program: string, ...programArguments: string[]];
}

/** Each takes one core. */
const MODULES: Check[] = [
  { name: 'boundaries between modules', command: ['depcruise', 'packages', 'services', 'infra'] },
  {
    name: 'circles between folders',
    command: ['depcruise', '--config', '.dependency-cruiser.folders.mjs', 'services'],
  },
  { name: 'unused code and undeclared dependencies', command: ['knip', '--no-config-hints'] },
];

/** Each takes what cores there are. */
const TEXTS_AND_TYPES: Check[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  // Before oxlint, which reads built types of other packages.
  { name: 'types of what is built', command: ['tsc', '--build'] },
  {
    name: 'promises and the environment',
    command: ['oxlint', '--type-aware', '--deny-warnings', '--tsconfig', 'tsconfig.test.json'],
  },
  {
    name: 'types of what browsers run for guides',
    command: ['tsc', '--project', 'services/kb-service/src/pages/assets'],
  },
  {
    name: 'types of what browsers run for dialogs',
    command: ['tsc', '--project', 'services/forum-service/src/pages/assets'],
  },
  {
    name: 'types of the editor',
    command: ['tsc', '--project', 'services/kb-service/src/desk/editor/island'],
  },
  {
    name: 'types of the widget',
    command: ['tsc', '--project', 'services/kb-service/src/widget/island'],
  },
  { name: 'types of the tests', command: ['tsc', '--project', 'tsconfig.test.json'] },
];

/** `npm run bench -- short`, which takes half a minute. */
const SPEED: Check[] = [
  { name: 'assets of what is built', command: ['node', 'infra/build/copy-assets.ts'] },
  { name: 'speed of reads', command: ['node', '--conditions=source', 'infra/bench/run.ts', 'short'] },
];

/** Runs the static checks, before the tests. @returns the exit code of the first check that failed */
export async function runChecks(stop: AbortSignal): Promise<number> {
  const codes = await Promise.all(
    [MODULES, TEXTS_AND_TYPES].map((checks) => runInTurn(checks, { stop, beside: true })),
  );
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) return failed;
  return process.env.CI === 'true' ? runInTurn(SPEED, { stop }) : 0;
}

async function runInTurn(checks: Check[], options: StepOptions): Promise<number> {
  for (const { name, command } of checks) {
    const code = await runStep(name, command, options);
    if (code !== 0) return code;
  }
  return 0;
}
