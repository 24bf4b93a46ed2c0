import { relative } from 'node:path';
import type { InstrumenterContext, MutantCoverage } from '@stryker-mutator/api/core';
import runTestFile from '../jest/run-test-file.ts';

interface Block {
  name: string;
  parent?: Block;
}

interface TestEvent {
  name: string;
  test?: Block & { errors: unknown[]; mode: string | null };
  hook?: { type: string; parent: Block };
}

// Before the name of a block of tests, where Stryker knows names of tests only.
const BLOCK = 'block ';

/** Stryker's own object, which mutated modules read: the active mutant, and which test runs. */
export function mutantContext(): InstrumenterContext {
  const holder = globalThis as { __stryker__?: InstrumenterContext };
  holder.__stryker__ ??= {};
  return holder.__stryker__;
}

export function testId(file: string, fullName: string): string {
  return `${relative(process.cwd(), file)}\n${fullName}`;
}

export function readTestId(id: string): { file: string; fullName: string } {
  const [file = '', fullName = ''] = id.split('\n');
  return { file, fullName };
}

/**
 * Jest's `testRunner` while mutants are tried: notes what each test covers, and leaves out tests once one has failed.
 */
export default async function runObservedFile(...given: Parameters<typeof runTestFile>): Promise<unknown> {
  const [, , environment, , path] = given as [unknown, unknown, object, unknown, string];
  const context = mutantContext();
  let hasFailed = false;
  const handleTestEvent = ({ name, test, hook }: TestEvent) => {
    if (name === 'test_start' && test) {
      context.currentTestId = testId(path, fullNameOf(test));
      if (hasFailed) test.mode = 'skip';
    } else if (name === 'hook_start' && hook?.type === 'beforeAll')
      context.currentTestId = BLOCK + testId(path, fullNameOf(hook.parent));
    else if (
      name === 'test_done' ||
      name === 'test_skip' ||
      (hook?.type === 'beforeAll' && name !== 'add_hook')
    )
      delete context.currentTestId;
    if (name === 'test_done' && context.activeMutant) hasFailed ||= test?.errors.length !== 0;
  };
  Object.assign(environment, { handleTestEvent });
  return runTestFile(...given);
}

// Jest's name of a test: those of the blocks around it and its own, without that of the file's block.
function fullNameOf({ name, parent }: Block): string {
  if (!parent) return '';
  return parent.parent ? `${fullNameOf(parent)} ${name}` : name;
}

/** Every test of a block also covers what the `beforeAll` of that block does. */
export function shareCoverageOfBlocks({ perTest }: MutantCoverage, ids: string[]): void {
  for (const [id, covered] of Object.entries(perTest)) {
    if (!id.startsWith(BLOCK)) continue;
    delete perTest[id];
    const block = id.slice(BLOCK.length);
    const within = ids.filter((one) => one.startsWith(block.endsWith('\n') ? block : `${block} `));
    for (const one of within) perTest[one] = { ...covered, ...perTest[one] };
  }
}
