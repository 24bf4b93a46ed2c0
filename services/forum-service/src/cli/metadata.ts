import type { Command } from 'commander';
import { addMetadataAdd } from './metadata-add.ts';
import { addMetadataList } from './metadata-list.ts';
import { addMetadataRemove } from './metadata-remove.ts';

/** `forum metadata` */
export function addMetadata(program: Command): void {
  const metadata = program
    .command('metadata')
    .description('say what a forum asks for besides the usual; only editors see the answers');
  for (const add of [addMetadataAdd, addMetadataList, addMetadataRemove]) add(metadata);
}
