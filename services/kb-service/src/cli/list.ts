import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type KnowledgeBaseOverview, listKnowledgeBases } from '../knowledge-bases/administration.ts';
import { runCommand } from './run-command.ts';

const HEADING = ['HOST', 'NAME', 'ACCESS', 'LANGUAGE', 'GUIDES'];

/** `kb list` */
export function addList(program: Command): void {
  program
    .command('list')
    .description('list the knowledge bases, with published and all guides')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb list', "kb list --json | jq -r '.[].host'"))
    .action(list);
}

function list(options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const knowledgeBases = await listKnowledgeBases(database);
    return { document: knowledgeBases, text: describe(knowledgeBases) };
  });
}

function describe(knowledgeBases: KnowledgeBaseOverview[]): string {
  if (knowledgeBases.length === 0) return 'There are no knowledge bases yet; kb create makes one.';
  const rows = knowledgeBases.map((knowledgeBase) => {
    const { host, name, access, language, guides, published_guides } = knowledgeBase;
    return [host, name, access, language, `${published_guides}/${guides}`];
  });
  return formatTable([HEADING, ...rows]);
}
