import { FAULTS, faultsNamed } from './faults.ts';
import { missingOf, type Run, type Scenario } from './scenario.ts';

const RATE = { default: 200, about: 'posts a second, sent whether or not others have been answered' };

/** The scenarios of `npm run rig -- <name>`. A scenario is loaded when it is run, since it loads both services. */
export const SCENARIOS: readonly Scenario[] = [
  scenario({
    name: 'faults',
    about: 'provokes faults while posts arrive, and counts what was lost or doubled',
    words: { usage: '[<fault>…]', about: 'all by default:', known: FAULTS.map(({ name }) => name) },
    options: {
      times: { about: 'how often each; otherwise as often as docs/reliability.md says' },
      rate: RATE,
    },
    // All that the faults need, if none of them can be provoked.
    needs(words) {
      const faults = faultsNamed(words);
      const cannot = faults.every(({ needs }) => missingOf(needs).length > 0);
      return cannot ? faults.flatMap(({ needs = [] }) => needs) : [];
    },
    run: async (run) => (await import('./scenarios/faults.ts')).provokeFaults(run),
  }),
  scenario({
    name: 'failover',
    about: 'kills the primary while posts arrive, promotes its replica, and counts what was lost or doubled',
    options: { times: { default: 5, about: 'how often with each kind of replication' }, rate: RATE },
    run: async (run) => (await import('./scenarios/faults.ts')).failOver(run),
  }),
  scenario({
    name: 'instances',
    about:
      'runs three processes of each service on one database behind HAProxy, and checks that they act as one',
    options: { posts: { default: 60, about: 'posts that every instance must show' } },
    needs: () => ['haproxy'],
    run: async (run) => (await import('./scenarios/instances.ts')).examineInstances(run),
  }),
  scenario({
    name: 'suites',
    about: 'runs the tests that start a service on three instances, PgBouncer, a replica and an object store',
    words: { usage: '[kb | forum | <part of a path> …]', about: 'which tests, all by default' },
    options: {},
    needs: () => ['haproxy', 'pgbouncer', 'versitygw'],
    run: async (run) => (await import('./scenarios/suites.ts')).runSuites(run),
  }),
  scenario({
    name: 'restore-drill',
    about: 'backs up both services while posts arrive, ends everything, restores it elsewhere, and compares',
    options: { rate: { default: 20, about: 'posts a second' } },
    needs: () => ['postgresql'],
    run: async (run) => (await import('./scenarios/restore-drill.ts')).drill(run),
  }),
  scenario({
    name: 'search',
    about:
      'kills Meilisearch while people post and search, with older or lost data, and looks for every word',
    options: { kills: { default: 20, about: 'how often it is killed' } },
    needs: () => ['meilisearch'],
    run: async (run) => (await import('./scenarios/search.ts')).killSearch(run),
  }),
  scenario({
    name: 'soak',
    about: 'does what people and programs do on both services, and fails if one answers wrongly or grows',
    options: { minutes: { default: 30, about: 'how long' } },
    isBuilt: true,
    run: async (run) => (await import('./scenarios/soak.ts')).soak(run),
  }),
  scenario({
    name: 'fuzz',
    about: 'sends generated requests to both services, and fails if one answers wrongly or grows',
    options: {
      requests: { default: 1_000_000, about: 'how many, half of them to each service' },
      minutes: { default: 600, about: 'how long, if that ends earlier; Ctrl-C does, too' },
      seed: { default: 18, about: 'other requests' },
    },
    isBuilt: true,
    run: async (run) => (await import('./scenarios/fuzz.ts')).fuzzServices(run),
  }),
  scenario({
    name: 'editor',
    about:
      'opens every page of real manuals in the desk’s editor, and says what became of them (Debian, Ubuntu)',
    options: {},
    needs: () => ['chromium'],
    run: async (run) => (await import('./scenarios/editor.ts')).openManuals(run),
  }),
  scenario({
    name: 'markdown',
    about: 'writes every page of real manuals as Markdown and imports it again (Debian, Ubuntu)',
    options: {},
    run: async (run) => (await import('./scenarios/markdown.ts')).writeManuals(run),
  }),
  scenario({
    name: 'mcp',
    about: 'compares the tools of MCP with the pages that do the same, and sends generated messages',
    options: {
      messages: { default: 50_000, about: 'how many, half of them to each service' },
      seed: { default: 48, about: 'other messages' },
    },
    isBuilt: true,
    run: async (run) => (await import('./scenarios/mcp.ts')).examineMcp(run),
  }),
];

/** Checks a row by the options that it names. */
function scenario<Option extends string>(
  row: Omit<Scenario, 'options' | 'run'> & {
    options: Record<Option, Scenario['options'][string]>;
    run(run: Run<Option>): Promise<void>;
  },
): Scenario {
  return row;
}
