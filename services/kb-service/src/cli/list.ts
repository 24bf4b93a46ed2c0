import {
  type ListView,
  listAnswer,
  type OutputOptions,
  withMoves,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import { type KnowledgeBaseOverview, listKnowledgeBases } from '../tenants/overviews.ts';
import { runCommand } from './run-command.ts';

const KNOWLEDGE_BASES: ListView<KnowledgeBaseOverview> = {
  columns: {
    HOST: ({ host }) => host,
    NAME: ({ name }) => name,
    ACCESS: ({ access }) => access,
    LANGUAGE: ({ language }) => language,
    GUIDES: ({ guides, published_guides }) => `${published_guides}/${guides}`,
  },
  none: 'There are no knowledge bases. Create one with kb create.',
  full: true,
};

export function addList(program: Command): void {
  const command = program.command('list');
  withOutput(command, 'kb list', "kb list --json | jq -r '.[].host'").action((options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const found = await listKnowledgeBases(database);
      return listAnswer(found, withMoves(KNOWLEDGE_BASES, found));
    }),
  );
}
