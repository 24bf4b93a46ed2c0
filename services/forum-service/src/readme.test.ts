import { readFileSync } from 'node:fs';
import { firstColumn, listCommands } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { createForumProgram } from './cli/command-line.ts';
import { ENVIRONMENT } from './config.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README lists', () => {
  it('every variable, and no other', () => {
    expect(firstColumn(README, 'Configuration')).toEqual(Object.keys(ENVIRONMENT.variables).toSorted());
  });

  it('every command, and no other', () => {
    const listed = firstColumn(README, 'The command line').map(
      (usage) => /^forum ([a-z -]*[a-z])/.exec(usage)?.[1],
    );
    expect(listed).toEqual(listCommands(createForumProgram()).toSorted());
  });
});
