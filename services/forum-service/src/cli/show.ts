import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type ForumOverview, showForum } from '../forums/administration.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `forum show` */
export function addShow(program: Command): void {
  program
    .command('show')
    .description('show a forum and the size of what it holds')
    .argument('<slug>', 'what it is called in addresses', parseSlug)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum show example'))
    .action(show);
}

function show(slug: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const forum = await showForum(database, slug);
    return { document: forum, text: describe(forum) };
  });
}

function describe(forum: ForumOverview): string {
  const { metadata_fields, dialogs, archived_dialogs } = forum;
  const fields = metadata_fields.map(({ name, type, maximum }) => `${name} (${type}, up to ${maximum})`);
  return formatTable([
    ['Slug', forum.slug],
    ['Account', forum.account],
    ['Name', forum.name],
    ['Formal name', forum.formal_name],
    ['Intro message', forum.intro_message],
    ['Status message', forum.status_message],
    ['Status address', forum.status_url],
    ['Popup header', forum.popup_header],
    ['Thank-you message', forum.thankyou_message],
    ['Topics', forum.topics.join(', ')],
    ['Default topic', forum.default_topic],
    ['Language', forum.language],
    ['Accent color', forum.accent_color],
    ['Held for review', forum.hold],
    ['Foreign images', forum.foreign_images ? 'shown' : 'linked to'],
    ['Allowed origins', forum.allowed_origins.join(', ') || 'any'],
    ['Metadata', fields.join(', ') || 'none'],
    ['Created', forum.created_at.toISOString()],
    ['Dialogs', `${dialogs}, and ${archived_dialogs} archived ones`],
    ['Comments', String(forum.comments)],
    ['Tags', String(forum.tags)],
  ]);
}
