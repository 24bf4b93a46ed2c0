import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
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

async function checkBoundaries(files: Record<string, string>): Promise<Verdict> {
  tree = await plantTree({
    ...EXPRESS,
    'packages/http/src/index.ts': '',
    'services/kb/src/main.ts': '',
    ...files,
  });
  return tree.run('depcruise', 'packages', 'services');
}

function importing(path: string): string {
  return `import { something } from '${path}';\nsomething();\n`;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is pg-promise's own notation
const ORDER = '${order:raw}';

const SOMETHING = 'export function something(): void {}\n';

describe('the boundaries check', () => {
  it.each([
    ['a cycle', 'no-cycles', 'services/kb/src/a.ts', './b.ts', 'services/kb/src/b.ts'],
    [
      'a service that imports another',
      'services-stay-apart',
      'services/kb/src/a.ts',
      '../../forum/src/b.ts',
      'services/forum/src/b.ts',
    ],
    [
      'a package that imports a service',
      'packages-know-no-service',
      'packages/http/src/a.ts',
      '../../../services/kb/src/b.ts',
      'services/kb/src/b.ts',
    ],
    [
      'a package that imports one above it',
      'service-kit-imports-only-itself',
      'packages/service-kit/src/a.ts',
      '../../http/src/index.ts',
      'packages/http/src/index.ts',
    ],
    [
      'http with a database',
      'http-imports-only-service-kit',
      'packages/http/src/a.ts',
      '../../postgres/src/index.ts',
      'packages/postgres/src/index.ts',
    ],
    [
      'a service that imports our test kit',
      'testing-only-from-tests',
      'services/kb/src/a.ts',
      '../../../packages/testing/src/index.ts',
      'packages/testing/src/index.ts',
    ],
    [
      'a service that needs the launcher of a local server',
      'images-have-no-local-servers',
      'services/kb/src/a.ts',
      '../../../packages/local-servers/src/index.ts',
      'packages/local-servers/src/index.ts',
    ],
    [
      "a look into a package's inside",
      'packages-by-their-front-door',
      'services/kb/src/a.ts',
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
      'services/kb-service/src/model/a.ts',
      '../guides/b.ts',
      'services/kb-service/src/guides/b.ts',
    ],
    [
      'a feature that imports an endpoint',
      'features-import-only-features-and-model',
      'services/kb-service/src/guides/a.ts',
      '../http/b.ts',
      'services/kb-service/src/http/b.ts',
    ],
    [
      'a feature that imports the context',
      'features-import-only-features-and-model',
      'services/kb-service/src/guides/a.ts',
      '../context.ts',
      'services/kb-service/src/context.ts',
    ],
    [
      'a feature that imports a nested file of another',
      'features-by-their-top-folder',
      'services/kb-service/src/guides/a.ts',
      '../archive/import/b.ts',
      'services/kb-service/src/archive/import/b.ts',
    ],
    [
      'a page that imports an endpoint',
      'fronts-stay-apart',
      'services/kb-service/src/pages/home/a.ts',
      '../../http/b.ts',
      'services/kb-service/src/http/b.ts',
    ],
    [
      'a database driver in an endpoint',
      'fronts-know-the-database-by-type-alone',
      'services/kb-service/src/http/guide-routes.ts',
      'pg',
      'node_modules/pg/index.js',
    ],
    [
      'a page with its own statement',
      'fronts-know-the-database-by-type-alone',
      'services/kb-service/src/pages/a.ts',
      '../../../../packages/postgres/src/index.ts',
      'packages/postgres/src/index.ts',
    ],
    [
      'an unresolved import',
      'every-import-resolves',
      'services/kb/src/a.ts',
      './nowhere.ts',
      'services/kb/src/b.ts',
    ],
  ])('reports %s', async (_mistake, rule, from, path, to) => {
    const back = rule === 'no-cycles' ? importing('./a.ts') : '';
    const verdict = await checkBoundaries({ [to]: back + SOMETHING, [from]: importing(path) + SOMETHING });
    expect(verdict.output).toContain(`error ${rule}: ${from}`);
    expect(verdict.code).not.toBe(0);
  });

  it('reports an unused module', async () => {
    const verdict = await checkBoundaries({ 'services/kb/src/lonely.ts': SOMETHING });
    expect(verdict.output).toContain('error no-orphans: services/kb/src/lonely.ts');
  });

  it.each([
    ['Express in app.ts', 'services/kb/src/app.ts', 'express'],
    ['Express in routes', 'services/kb/src/guide-routes.ts', 'express'],
    ['Express where requests are let in', 'services/kb/src/http/admit.ts', 'express'],
    ['a feature in a page', 'services/kb-service/src/pages/a.ts', '../guides/b.ts'],
    ['the model in a feature', 'services/kb-service/src/guides/a.ts', '../model/b.ts'],
    ['a feature in a feature', 'services/kb-service/src/guides/a.ts', '../files/b.ts'],
    ['our test kit in a test', 'services/kb/src/a.test.ts', '../../../packages/testing/src/index.ts'],
  ])('allows %s', async (_import, from, path) => {
    const verdict = await checkBoundaries({
      'packages/testing/src/index.ts': SOMETHING,
      'services/kb-service/src/guides/b.ts': SOMETHING,
      'services/kb-service/src/files/b.ts': SOMETHING,
      'services/kb-service/src/model/b.ts': SOMETHING,
      [from]: importing(path),
    });
    expect(verdict.output).not.toContain(from);
  });

  it('allows a database type in a page', async () => {
    const page = 'services/kb-service/src/pages/a.ts';
    const database = 'packages/postgres/src/index.ts';
    const { output } = await checkBoundaries({
      [database]: 'export interface Database { any: () => void }\n',
      [page]: `import type { Database } from '../../../../${database}';\nexport const a = (one: Database) => one.any();\n`,
    });
    expect(output).not.toContain(page);
  });

  it('detects dependencies between this repository’s modules', async () => {
    const { output } = await runIn(ROOT, 'depcruise', [
      'packages',
      'services',
      'infra',
      '--output-type',
      'json',
    ]);
    const { modules } = JSON.parse(output.slice(0, output.lastIndexOf('}') + 1)) as {
      modules: { source: string; dependencies: { resolved: string }[] }[];
    };
    const ours = modules.filter(({ source }) => /^(packages|services)\/.*\.ts$/.test(source));
    const edges = ours.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => `${source} ${resolved}`),
    );
    expect(edges).toContain('packages/testing/src/index.ts packages/testing/src/migrated-database.ts');
    expect(edges).toContain(
      'packages/local-servers/src/postgres/server.ts packages/service-kit/src/index.ts',
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

  async function checkFolders(files: Record<string, string>): Promise<Verdict> {
    tree = await plantTree(files);
    return tree.run('depcruise', '--config', '.dependency-cruiser.folders.mjs', 'services');
  }

  /** A circle between folders, but not between files. */
  const circle = (name: string) => ({
    [`${SOURCE}/guides/a.ts`]: importing('../files/b.ts'),
    [`${SOURCE}/files/b.ts`]: SOMETHING,
    [`${SOURCE}/files/${name}`]: importing('../guides/d.ts'),
    [`${SOURCE}/guides/d.ts`]: SOMETHING,
  });

  it('reports two folders that import each other', async () => {
    const verdict = await checkFolders(circle('c.ts'));
    expect(verdict.output).toContain(`error no-folder-cycles: ${SOURCE}/files`);
    expect(verdict.code).not.toBe(0);
  });

  it('allows any import in tests', async () => {
    expect((await checkFolders(circle('c.test.ts'))).code).toBe(0);
  });
});

describe('SQL files', () => {
  const services = 'services/kb-service';

  it('belong to features, which alone bind statements', async () => {
    const found: string[] = [];
    for await (const file of glob(`${services}/src/{model,http,pages,cli}/**/*.sql`, { cwd: ROOT }))
      found.push(file);
    expect(found).toEqual([]);
  });

  it('are whole statements except for a client’s sort order', async () => {
    const fragments: string[] = [];
    for await (const file of glob(`${services}/src/**/*.sql`, { cwd: ROOT })) {
      const text = await readFile(join(ROOT, file), 'utf8');
      for (const [fragment] of text.matchAll(/\$\{[^}]*\}/g)) fragments.push(fragment);
    }
    expect(new Set(fragments)).toEqual(new Set([ORDER]));
  });
});

describe('the unused code check', () => {
  const manifest = JSON.stringify({ name: 'planted', private: true, type: 'module' });
  const library = JSON.stringify({ name: '@guidepost/http', type: 'module', exports: './src/index.ts' });

  async function checkUsage(files: Record<string, string>): Promise<Verdict> {
    tree = await plantTree({
      'package.json': manifest,
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      'packages/http/package.json': library,
      ...files,
    });
    return tree.run('knip', '--no-config-hints');
  }

  it('reports an unused export and an unused file', async () => {
    const verdict = await checkUsage({
      'packages/http/src/index.ts': "export { something } from './used.ts';\n",
      'packages/http/src/used.ts': `${SOMETHING}export function forgotten(): void {}\n`,
      'packages/http/src/unused.ts': SOMETHING,
    });
    expect(verdict.output).toMatch(/forgotten\s.*packages\/http\/src\/used\.ts/);
    expect(verdict.output).toContain('packages/http/src/unused.ts');
    expect(verdict.code).not.toBe(0);
  });

  it('reports an import of an unlisted dependency', async () => {
    const verdict = await checkUsage({
      'packages/http/src/index.ts': "export { something } from 'undeclared';\n",
    });
    expect(verdict.output).toMatch(/undeclared\s.*packages\/http\/src\/index\.ts/);
    expect(verdict.code).not.toBe(0);
  });
});

describe('the lint rules on promises and the environment', () => {
  const FLOATING = 'async function work(): Promise<void> {}\nwork();\n';
  const READING = 'export const home = process.env.HOME;\n';

  async function checkCode(path: string, content: string): Promise<Verdict> {
    tree = await plantTree({ [path]: content });
    return tree.run('oxlint', '--type-aware', '--deny-warnings', '--tsconfig', 'tsconfig.test.json');
  }

  it('reports a floating promise', async () => {
    const verdict = await checkCode('services/kb/src/a.ts', FLOATING);
    expect(verdict.output).toContain('no-floating-promises');
    expect(verdict.output).toContain('services/kb/src/a.ts');
    expect(verdict.code).not.toBe(0);
  });

  it('reports access to the environment', async () => {
    const verdict = await checkCode('services/kb/src/guides/guides.ts', READING);
    expect(verdict.output).toContain('no-process-env');
    expect(verdict.code).not.toBe(0);
  });

  it.each(['main.ts', 'config.ts', 'guides/guides.test.ts'])('allows it in %s', async (file) => {
    const verdict = await checkCode(`services/kb/src/${file}`, READING);
    expect(verdict.output).not.toContain('no-process-env');
  });
});
