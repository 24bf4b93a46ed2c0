import { readFileSync } from 'node:fs';
import { firstColumn, listCommands } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { createKbProgram } from './cli/command-line.ts';
import { ENVIRONMENT } from './config.ts';
import { startTestService } from './testing/test-service.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** `GET …/tags/:id/{knowledge_base,guides}` means two paths. */
function expandPaths(cell: string): string[] {
  const path = cell.replace(/^[A-Z]+ /, '').replace('…', '/knowledge/v1/:host');
  const [, stem = path, endings = ''] = /^(.*)\{(.*)\}$/.exec(path) ?? [];
  return endings.split(',').map((ending) => `${stem}${ending}`.replace(/:(\w+)/g, '{$1}'));
}

describe('the README lists', () => {
  it('exactly the variables', () => {
    expect(firstColumn(README, 'Configuration')).toEqual(Object.keys(ENVIRONMENT.variables).toSorted());
  });

  it('exactly the commands', () => {
    const listed = firstColumn(README, 'The command line').map(
      (usage) => /^kb ([a-z ]*[a-z])/.exec(usage)?.[1],
    );
    expect(listed).toEqual(listCommands(createKbProgram()).toSorted());
  });

  it('exactly the endpoints', async () => {
    const service = await startTestService([]);
    const { body } = await service.request.get('/openapi.json');
    await service.stop();
    const described = Object.keys(body.paths).filter((path) => !path.startsWith('/jsonapi/'));
    expect(firstColumn(README, 'The API').flatMap(expandPaths).toSorted()).toEqual(described.toSorted());
  });
});
