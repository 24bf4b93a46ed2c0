import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createKb } from './cli/command-line.ts';
import { ENVIRONMENT } from './config.ts';
import { listCommands } from './testing/list-commands.ts';
import { startTestService } from './testing/test-service.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** What the first column of the table below a heading has in backticks. */
function firstColumn(heading: string): string[] {
  const [, section = ''] = README.split(`\n## ${heading}\n`);
  const [table = ''] = /(^\|.*\n)+/m.exec(section) ?? [];
  const cells = table.split('\n').map((row) => row.split(' | ')[0] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)).toSorted();
}

/** `GET …/tags/:id/{knowledge_base,guides}` stands for two paths, as OpenAPI writes them. */
function expandPaths(cell: string): string[] {
  const path = cell.replace(/^[A-Z]+ /, '').replace('…', '/knowledge/v1/:host');
  const [, stem = path, endings = ''] = /^(.*)\{(.*)\}$/.exec(path) ?? [];
  return endings.split(',').map((ending) => `${stem}${ending}`.replace(/:(\w+)/g, '{$1}'));
}

describe('the README lists', () => {
  it('every variable, and no other', () => {
    expect(firstColumn('Configuration')).toEqual(Object.keys(ENVIRONMENT.variables).toSorted());
  });

  it('every command, and no other', () => {
    const listed = firstColumn('The command line').map((usage) => /^kb ([a-z ]*[a-z])/.exec(usage)?.[1]);
    expect(listed).toEqual(listCommands(createKb()).toSorted());
  });

  it('every endpoint, and no other', async () => {
    const service = await startTestService([]);
    const { body } = await service.request.get('/openapi.json');
    await service.stop();
    const described = Object.keys(body.paths).filter((path) => !path.startsWith('/jsonapi/'));
    expect(firstColumn('The API').flatMap(expandPaths).toSorted()).toEqual(described.toSorted());
  });
});
