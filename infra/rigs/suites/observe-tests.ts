import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type SharedServers, sharedServers } from '@guidepost/local-servers/testing';
import { type Observed, takeObserved } from '@guidepost/testing';
import { ROOT } from '../../local/settings.ts';
import { INSIDE_ONE_INSTANCE } from './inside-one-instance.ts';

/** The requests of a test file to several instances. */
export interface ObservedFile {
  file: string;
  reads: Observed['reads'];
  /** The instances that each test asked, by its full name. */
  tests: Record<string, number[]>;
}

interface TestBlock {
  name: string;
  parent?: TestBlock;
}

interface TestEvent {
  name: string;
  test?: TestBlock;
}

interface Environment {
  handleTestEvent?: (event: TestEvent) => void;
}

/** Notes what each test of a file asks of the instances. @returns what is to be called at the end of the file */
export function observeTests(environment: Environment, path: string): () => Promise<void> {
  const file = relative(ROOT, path);
  const observed: ObservedFile = { file, reads: { replica: 0, primary: 0 }, tests: {} };
  const take = () => {
    const { instances, reads } = takeObserved();
    observed.reads.replica += reads.replica;
    observed.reads.primary += reads.primary;
    return instances;
  };
  environment.handleTestEvent = ({ name, test }) => {
    if (name === 'test_done' && test) observed.tests[fullName(test)] = take();
  };
  return async () => {
    take();
    const { notes } = sharedServers() as SharedServers;
    await writeFile(join(notes, `${randomUUID()}.json`), JSON.stringify(observed));
  };
}

/** The notes of the test files of a run. */
export async function readObserved({ notes }: SharedServers): Promise<ObservedFile[]> {
  const names = await readdir(notes);
  const texts = await Promise.all(names.map((name) => readFile(join(notes, name), 'utf8')));
  return texts.map((text) => JSON.parse(text) as ObservedFile);
}

// Jest's name of a test: those of the blocks around it and its own, without that of the file's block.
function fullName({ name, parent }: TestBlock): string {
  return parent?.parent ? `${fullName(parent)} ${name}` : name;
}

/** Why a test does not run on several instances; undefined if it does. */
export function reasonFor(file: string, name: string): string | undefined {
  const found = Object.entries(INSIDE_ONE_INSTANCE).find(([, tests]) =>
    tests.some(([one, words = '']) => file.endsWith(one) && name.includes(words)),
  );
  return found?.[0];
}

/** Jest's pattern for the names of the tests that run; undefined for all. */
export function patternFor(path: string): string | undefined {
  const words = Object.values(INSIDE_ONE_INSTANCE)
    .flat()
    .filter(([file]) => path.endsWith(file))
    .map(([, some = '']) => some.replaceAll(/[^\w ]/g, '\\$&'));
  return words.length > 0 ? `^(?!.*(?:${words.join('|')}))` : undefined;
}
