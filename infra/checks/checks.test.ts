import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/settings.ts';
import { type PlantedTree, plantTree, runIn, type Verdict } from './planted-tree.ts';

// A check that has stopped seeing anything is silent too. So each is shown a mistake and must name it.

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

const SOMETHING = 'export function something(): void {}\n';

describe('the check of boundaries', () => {
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
      'Express outside of app and routes',
      'express-only-in-app-and-routes',
      'services/kb/src/guides.ts',
      'express',
      'node_modules/express/index.js',
    ],
    [
      'a database driver in a route',
      'routes-know-no-database-driver',
      'services/kb/src/guide-routes.ts',
      'pg',
      'node_modules/pg/index.js',
    ],
    [
      'an import that leads nowhere',
      'every-import-resolves',
      'services/kb/src/a.ts',
      './nowhere.ts',
      'services/kb/src/b.ts',
    ],
  ])('names %s', async (_mistake, rule, from, path, to) => {
    const back = rule === 'no-cycles' ? importing('./a.ts') : '';
    const verdict = await checkBoundaries({ [to]: back + SOMETHING, [from]: importing(path) + SOMETHING });
    expect(verdict.output).toContain(`error ${rule}: ${from}`);
    expect(verdict.code).not.toBe(0);
  });

  it('names a module that nobody imports', async () => {
    const verdict = await checkBoundaries({ 'services/kb/src/lonely.ts': SOMETHING });
    expect(verdict.output).toContain('error no-orphans: services/kb/src/lonely.ts');
  });

  it.each([
    ['Express in app.ts', 'services/kb/src/app.ts', 'express'],
    ['Express in routes', 'services/kb/src/guide-routes.ts', 'express'],
    ['our test kit in a test', 'services/kb/src/a.test.ts', '../../../packages/testing/src/index.ts'],
  ])('lets pass %s', async (_import, from, path) => {
    const verdict = await checkBoundaries({
      'packages/testing/src/index.ts': SOMETHING,
      [from]: importing(path),
    });
    expect(verdict.output).not.toContain(from);
  });

  it('sees how the modules of this repository depend on each other', async () => {
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

describe('the check of dependencies between packages', () => {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const { packageManager } = JSON.parse(read('package.json'));

  function manifest(name: string, dependencies: object): string {
    return JSON.stringify({ name, version: '1.0.0', ...dependencies });
  }

  it('names a circle, although one half of it is for tests', async () => {
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

describe('the check of unused code', () => {
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

  it('names an export and a file that nobody uses', async () => {
    const verdict = await checkUsage({
      'packages/http/src/index.ts': "export { something } from './used.ts';\n",
      'packages/http/src/used.ts': `${SOMETHING}export function forgotten(): void {}\n`,
      'packages/http/src/unused.ts': SOMETHING,
    });
    expect(verdict.output).toMatch(/forgotten\s.*packages\/http\/src\/used\.ts/);
    expect(verdict.output).toContain('packages/http/src/unused.ts');
    expect(verdict.code).not.toBe(0);
  });

  it('names an import of what package.json does not list', async () => {
    const verdict = await checkUsage({
      'packages/http/src/index.ts': "export { something } from 'undeclared';\n",
    });
    expect(verdict.output).toMatch(/undeclared\s.*packages\/http\/src\/index\.ts/);
    expect(verdict.code).not.toBe(0);
  });
});

describe('the check of promises and the environment', () => {
  const FLOATING = 'async function work(): Promise<void> {}\nwork();\n';
  const READING = 'export const home = process.env.HOME;\n';

  async function checkCode(path: string, content: string): Promise<Verdict> {
    tree = await plantTree({ [path]: content });
    return tree.run('oxlint', '--type-aware', '--deny-warnings', '--tsconfig', 'tsconfig.test.json');
  }

  it('names a promise that nobody waits for', async () => {
    const verdict = await checkCode('services/kb/src/a.ts', FLOATING);
    expect(verdict.output).toContain('no-floating-promises');
    expect(verdict.output).toContain('services/kb/src/a.ts');
    expect(verdict.code).not.toBe(0);
  });

  it('names who reads the environment', async () => {
    const verdict = await checkCode('services/kb/src/guides/guides.ts', READING);
    expect(verdict.output).toContain('no-process-env');
    expect(verdict.code).not.toBe(0);
  });

  it.each(['main.ts', 'config.ts', 'guides/guides.test.ts'])('lets %s read it', async (file) => {
    const verdict = await checkCode(`services/kb/src/${file}`, READING);
    expect(verdict.output).not.toContain('no-process-env');
  });
});
