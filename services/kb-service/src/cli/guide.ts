import type { Command } from 'commander';
import { addGuideList } from './guide-list.ts';
import { addGuideShow } from './guide-show.ts';

/** `kb guide`, whose commands look at guides one by one. */
export function addGuide(program: Command): void {
  const group = program.command('guide').description('look at the guides of a knowledge base');
  addGuideList(group);
  addGuideShow(group);
}
