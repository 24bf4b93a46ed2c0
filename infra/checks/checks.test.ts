import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/settings.ts';
import { type PlantedTree, plantTree, runIn, type Verdict } from './planted-tree.ts';

// A check that finds nothing is silent, too, so each must report a planted mistake.

let tree: PlantedTree | undefined;
afterEach(async () => {
  await tree?.remove();
  tree = undefined;
});

const EXPRESS = {
  'node_modules/express/package.json': '{"name": "express", "main": "index.js"}',
  'node_modules/express/index.js': '',
  'node_modules/pg/package.json': '{"name": "pg", "main": "index.js"}',
  'node_modules/pg/index.js': '',
};

function importing(path: string): string {
  return `import { something } from '${path}';\nsomething();\n`;
}

const SOMETHING = 'export function something(): void {}\n';

const { default: boundaries }: { default: { forbidden: { name: string }[] } } = await import(
  join(ROOT, '.dependency-cruiser.mjs')
);
const RULES = boundaries.forbidden.map(({ name }) => name);

type Mistake = [mistake: string, rule: string, from: string, path: string, to: string];

/** Each mistake imports something between files of its own, so that one run reports all. */
const MISTAKES: Mistake[] = [
  ['a cycle', 'no-cycles', 'services/kb/src/about.ts', './round.ts', 'services/kb/src/round.ts'],
  [
    'a service that imports another',
    'services-stay-apart',
    'services/kb/src/neighbour.ts',
    '../../forum/src/neighbour.ts',
    'services/forum/src/neighbour.ts',
  ],
  [
    'a package that imports a service',
    'packages-know-no-service',
    'packages/http/src/service.ts',
    '../../../services/kb/src/imported.ts',
    'services/kb/src/imported.ts',
  ],
  [
    'a page that loads the Model Context Protocol at the start',
    'mcp-is-loaded-with-its-first-message',
    'services/kb/src/pages/programs/mcp.ts',
    './guide-tools.ts',
    'services/kb/src/pages/programs/guide-tools.ts',
  ],
  [
    'a service that imports infra',
    'infra-stays-apart',
    'services/kb/src/infra.ts',
    '../../../infra/local/imported.ts',
    'infra/local/imported.ts',
  ],
  [
    'a service that imports our test kit',
    'testing-only-from-tests',
    'services/kb/src/kit.ts',
    '../../../packages/testing/src/index.ts',
    'packages/testing/src/index.ts',
  ],
  [
    'a service that needs the launcher of a local server',
    'images-have-no-local-servers',
    'services/kb/src/launcher.ts',
    '../../../packages/local-servers/src/index.ts',
    'packages/local-servers/src/index.ts',
  ],
  [
    'a test that is imported',
    'no-test-is-imported',
    'services/kb/src/other.test.ts',
    './imported.test.ts',
    'services/kb/src/imported.test.ts',
  ],
  [
    "a look into a package's inside",
    'packages-by-their-front-door',
    'services/kb/src/back-door.ts',
    '../../../packages/http/src/inside.ts',
    'packages/http/src/inside.ts',
  ],
  [
    'Express where no request arrives',
    'express-only-where-requests-arrive',
    'services/kb/src/guides.ts',
    'express',
    'node_modules/express/index.js',
  ],
  [
    'a model that imports a feature',
    'model-imports-nothing-above',
    'services/kb-service/src/model/feature.ts',
    '../guides/below-model.ts',
    'services/kb-service/src/guides/below-model.ts',
  ],
  [
    'a feature that imports an endpoint',
    'features-import-only-features-and-model',
    'services/kb-service/src/guides/endpoint.ts',
    '../http/endpoint.ts',
    'services/kb-service/src/http/endpoint.ts',
  ],
  [
    'a feature that imports the context',
    'features-import-only-features-and-model',
    'services/kb-service/src/guides/context.ts',
    '../context.ts',
    'services/kb-service/src/context.ts',
  ],
  [
    'a context that imports a page',
    'what-all-fronts-share-knows-no-front',
    'services/kb-service/src/context.ts',
    './pages/page.ts',
    'services/kb-service/src/pages/page.ts',
  ],
  [
    'a feature that imports a nested file of another',
    'features-by-their-top-folder',
    'services/kb-service/src/guides/nested.ts',
    '../archive/import/nested.ts',
    'services/kb-service/src/archive/import/nested.ts',
  ],
  [
    'a page that imports an endpoint',
    'fronts-stay-apart',
    'services/kb-service/src/pages/home/other-front.ts',
    '../../http/other-front.ts',
    'services/kb-service/src/http/other-front.ts',
  ],
  [
    'a database driver in an endpoint',
    'fronts-know-the-database-by-type-alone',
    'services/kb-service/src/http/driver-routes.ts',
    'pg',
    'node_modules/pg/index.js',
  ],
  [
    'a page with its own statement',
    'fronts-know-the-database-by-type-alone',
    'services/kb-service/src/pages/statement.ts',
    '../../../../packages/postgres/src/index.ts',
    'packages/postgres/src/index.ts',
  ],
  [
    'an import of node:http',
    'node-http-is-not-imported',
    'packages/http/src/imported-http.ts',
    'node:http',
    'packages/http/src/not-http.ts',
  ],
  [
    'an unresolved import',
    'every-import-resolves',
    'services/kb/src/unresolved.ts',
    './nowhere.ts',
    'services/kb/src/elsewhere.ts',
  ],
  ...RULES.flatMap(packageMistake),
];

/**
 * Each package with an import of one that it may not know: the desk, or the API reference where it may know the desk.
 */
function packageMistake(rule: string): Mistake[] {
  const [name] = rule.split('-imports-only-');
  if (name === undefined || name === rule) return [];
  const above = /\bdesk\b/.test(rule) ? 'openapi' : 'desk';
  const imported = `${above}/src/index.ts`;
  return [
    [
      `${name} with ${above}`,
      rule,
      `packages/${name}/src/above.ts`,
      `../../${imported}`,
      `packages/${imported}`,
    ],
  ];
}

const ALLOWED: [name: string, from: string, path: string][] = [
  ['Express in app.ts', 'services/kb/src/app.ts', 'express'],
  ['Express in routes', 'services/kb/src/guide-routes.ts', 'express'],
  ['Express where requests are let in', 'services/kb/src/http/admit.ts', 'express'],
  ['a feature in a page', 'services/kb-service/src/pages/feature.ts', '../guides/allowed.ts'],
  ['the model in a feature', 'services/kb-service/src/guides/model.ts', '../model/allowed.ts'],
  ['a feature in a feature', 'services/kb-service/src/guides/feature.ts', '../files/allowed.ts'],
  ['our test kit in a test', 'services/kb/src/kit.test.ts', '../../../packages/testing/src/index.ts'],
];

describe('the boundaries check', () => {
  const LONELY = 'services/kb/src/lonely.ts';
  const TYPED_PAGE = 'services/kb-service/src/pages/typed.ts';
  const TYPED_SERVER = 'packages/http/src/typed-server.ts';
  let verdict: Verdict;

  beforeAll(async () => {
    const planted = await plantTree({
      ...EXPRESS,
      'services/kb-service/src/guides/allowed.ts': SOMETHING,
      'services/kb-service/src/files/allowed.ts': SOMETHING,
      'services/kb-service/src/model/allowed.ts': SOMETHING,
      ...Object.fromEntries(MISTAKES.map(([, , , , to]) => [to, SOMETHING]).toReversed()),
      ...Object.fromEntries(MISTAKES.map(([, , from, path]) => [from, importing(path) + SOMETHING])),
      'services/kb/src/round.ts': importing('./about.ts') + SOMETHING,
      ...Object.fromEntries(ALLOWED.map(([, from, path]) => [from, importing(path)])),
      'packages/postgres/src/index.ts': `${SOMETHING}export interface Database { any: () => void }\n`,
      [TYPED_PAGE]: `import type { Database } from '../../../../packages/postgres/src/index.ts';\nexport const a = (one: Database) => one.any();\n`,
      [TYPED_SERVER]: `import type { Server } from 'node:http';\nexport const a = (one: Server) => one.close();\n`,
      [LONELY]: SOMETHING,
    });
    verdict = await planted.run('depcruise', 'packages', 'services', 'infra');
    await planted.remove();
  });

  it.each(MISTAKES)('reports %s', (_mistake, rule, from) => {
    expect(verdict.output).toContain(`error ${rule}: ${from}`);
  });

  it('plants a mistake for each of its rules', () => {
    expect(new Set([...MISTAKES.map(([, rule]) => rule), 'no-orphans'])).toEqual(new Set(RULES));
  });

  it('reports an unused module', () => {
    expect(verdict.output).toContain(`error no-orphans: ${LONELY}`);
  });

  it('fails', () => {
    expect(verdict.code).not.toBe(0);
  });

  it.each([
    ...ALLOWED,
    ['a database type in a page', TYPED_PAGE, ''],
    ['a type of node:http', TYPED_SERVER, ''],
  ])('allows %s', (_import, from) => {
    expect(verdict.output).not.toContain(from);
  });

  it('detects dependencies between this repository’s modules', async () => {
    const { output } = await runIn(ROOT, 'depcruise', ['packages/testing', '--output-type', 'text']);
    expect(output.split('\n')).toEqual(
      expect.arrayContaining([
        'packages/testing/src/index.ts → packages/testing/src/query-plan.ts',
        expect.stringMatching(/^packages\/testing\/src\/.+\.ts → packages\/service-kit\/src\/index\.ts$/),
      ]),
    );
  });
});

describe('the check of package dependencies', () => {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const { packageManager } = JSON.parse(read('package.json'));

  function manifest(name: string, dependencies: object): string {
    return JSON.stringify({ name, version: '1.0.0', ...dependencies });
  }

  it('reports a circle, even if half of it is for tests', async () => {
    tree = await plantTree({
      'package.json': manifest('planted', {}),
      'pnpm-workspace.yaml': read('pnpm-workspace.yaml'),
      'packages/one/package.json': manifest('one', { dependencies: { two: 'workspace:*' } }),
      'packages/two/package.json': manifest('two', { devDependencies: { one: 'workspace:*' } }),
    });
    const verdict = await tree.run('npx', '--yes', packageManager, 'install');
    expect(verdict.output).toContain('ERR_PNPM_DISALLOW_WORKSPACE_CYCLES');
    expect(verdict.code).not.toBe(0);
  });
});

describe('the check of circles between folders', () => {
  const SOURCE = 'services/kb-service/src';

  it('reports two folders that import each other, except in tests', async () => {
    tree = await plantTree({
      [`${SOURCE}/guides/a.ts`]: importing('../files/b.ts'),
      [`${SOURCE}/files/b.ts`]: SOMETHING,
      [`${SOURCE}/files/c.ts`]: importing('../guides/d.ts'),
      [`${SOURCE}/guides/d.ts`]: SOMETHING,
      [`${SOURCE}/votes/e.ts`]: importing('../tags/f.ts'),
      [`${SOURCE}/tags/f.ts`]: SOMETHING,
      [`${SOURCE}/tags/g.test.ts`]: importing('../votes/h.ts'),
      [`${SOURCE}/votes/h.ts`]: SOMETHING,
    });
    const verdict = await tree.run('depcruise', '--config', '.dependency-cruiser.folders.mjs', 'services');
    expect(verdict.output).toContain(`error no-folder-cycles: ${SOURCE}/files`);
    expect(verdict.output).not.toMatch(/votes|tags/);
    expect(verdict.code).not.toBe(0);
  });
});

describe('SQL files', () => {
  it('belong to features, which alone bind statements', () => {
    expect(globSync('services/*/src/{model,http,pages,desk,cli}/**/*.sql', { cwd: ROOT })).toEqual([]);
  });
});

describe('the unused code check', () => {
  const manifest = JSON.stringify({ name: 'planted', private: true, type: 'module' });
  const library = JSON.stringify({ name: '@guidepost/http', type: 'module', exports: './src/index.ts' });

  it('reports an unused export, an unused file and an import of an unlisted dependency', async () => {
    tree = await plantTree({
      'package.json': manifest,
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      'packages/http/package.json': library,
      'packages/http/src/index.ts':
        "export { something } from './used.ts';\nexport { other } from 'undeclared';\n",
      'packages/http/src/used.ts': `${SOMETHING}export function forgotten(): void {}\n`,
      'packages/http/src/unused.ts': SOMETHING,
    });
    const verdict = await tree.run('knip', '--no-config-hints');
    expect(verdict.output).toMatch(/forgotten\s.*packages\/http\/src\/used\.ts/);
    expect(verdict.output).toContain('packages/http/src/unused.ts');
    expect(verdict.output).toMatch(/undeclared\s.*packages\/http\/src\/index\.ts/);
    expect(verdict.code).not.toBe(0);
  });
});

describe('the lint rules on promises and the environment', () => {
  const READING = 'export const home = process.env.HOME;\n';

  it('report a floating promise, and access to the environment outside settings and tests', async () => {
    tree = await plantTree({
      'services/kb/src/floating.ts': 'async function work(): Promise<void> {}\nwork();\n',
      'services/kb/src/guides/guides.ts': READING,
      'services/kb/src/main.ts': READING,
      'services/kb/src/config.ts': READING,
      'services/kb/src/guides/guides.test.ts': READING,
    });
    const verdict = await tree.run(
      'oxlint',
      '--type-aware',
      '--deny-warnings',
      '--tsconfig',
      'tsconfig.test.json',
      '--format',
      'unix',
    );
    const found = verdict.output.match(/^services\/.+$/gm) ?? [];
    expect(found.toSorted()).toEqual([
      expect.stringMatching(/^services\/kb\/src\/floating\.ts:.+no-floating-promises/),
      expect.stringMatching(/^services\/kb\/src\/guides\/guides\.ts:.+no-process-env/),
    ]);
    expect(verdict.code).not.toBe(0);
  });
});
