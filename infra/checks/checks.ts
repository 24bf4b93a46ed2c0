export interface Check {
  name: string;
  command: [program: string, ...programArguments: string[]];
}

/** `npm run bench -- short`, which takes half a minute. */
const SPEED: Check[] = [
  { name: 'assets of what is built', command: ['node', 'infra/build/copy-assets.ts'] },
  { name: 'speed of reads', command: ['node', '--conditions=source', 'infra/bench/run.ts', 'short'] },
];

/** Run by `npm test` before the tests, fastest first. */
export const CHECKS: Check[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'boundaries between modules', command: ['depcruise', 'packages', 'services', 'infra'] },
  {
    name: 'circles between folders',
    command: ['depcruise', '--config', '.dependency-cruiser.folders.mjs', 'services'],
  },
  { name: 'unused code and undeclared dependencies', command: ['knip', '--no-config-hints'] },
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
  { name: 'types of the tests', command: ['tsc', '--project', 'tsconfig.test.json'] },
  ...(process.env.CI === 'true' ? SPEED : []),
];
