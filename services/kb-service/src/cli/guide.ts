import type { Command } from 'commander';
import { addGuideDelete } from './guide-delete.ts';
import { addGuideList } from './guide-list.ts';
import { addGuideShow } from './guide-show.ts';

/** `kb guide`, whose commands look at guides one by one and delete them. */
export function addGuide(program: Command): void {
  const group = program.command('guide').description('look at the guides of a knowledge base, delete guides');
  addGuideList(group);
  addGuideShow(group);
  addGuideDelete(group);
}
