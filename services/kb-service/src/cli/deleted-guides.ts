import { type ListView, listAnswer, minuteOf, type Session } from '@guidepost/command-line';
import { type Command, Option } from 'commander';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { deleteGuides } from '../writing/deleted/delete-guides.ts';
import { type DeletedGuide, listDeleted } from '../writing/deleted/deleted-guides.ts';
import { purgeGuides } from '../writing/deleted/purge-guides.ts';
import { restoreGuides } from '../writing/deleted/restore-guides.ts';
import { answer, type HostCommand } from './commands.ts';

export const GUIDES = [
  '<slugs...>',
  'the slugs of the guides; if one does not exist, nothing changes',
] as const;
const DELETED = [
  '<slugs...>',
  'the slugs of deleted guides, or their IDs; if one does not exist, nothing changes',
] as const;

const VIEW: ListView<DeletedGuide> = {
  columns: {
    ID: ({ id }) => String(id),
    SLUG: ({ slug }) => slug,
    TITLE: ({ title }) => title,
    PUBLISHED: ({ published }) => (published ? 'yes' : 'no'),
    'DELETED (UTC)': ({ deleted_at }) => minuteOf(deleted_at),
    BY: ({ deleted_by }) => deleted_by,
    'UNTIL (UTC)': ({ expires_at }) => minuteOf(expires_at),
  },
  none: 'There are no deleted guides.',
  full: true,
};

/** `kb guide list --deleted` */
export async function listDeletedGuides(database: Session['database'], host: string) {
  const { id: knowledgeBaseId } = await requireKnowledgeBase(database, host);
  return listAnswer((await listDeleted(database, { knowledgeBaseId, start: 0, limit: null })).guides, VIEW);
}

/** Scripts confirmed a deletion when it could not be undone. */
function acceptYes(command: Command): Command {
  return command.addOption(new Option('--yes').hideHelp());
}

/** The commands of `kb guide` that delete guides and bring them back. */
export const DELETION: readonly HostCommand[] = [
  {
    name: 'delete',
    description: 'delete guides with all that belongs to them; restore brings them back for 30 days',
    arguments: [GUIDES],
    examples: ['kb guide delete help.example.com release-notes-1 release-notes-2'],
    note: `
An import leaves deleted guides that an earlier one has made. To hide guides for longer, use kb unpublish.`,
    addOptions: acceptYes,
    async change({ database, actor, host }, slugs) {
      const { slugs: deleted } = await deleteGuides(database, actor, { host, slugs });
      return answer({ host, deleted }, `Deleted ${deleted.join(', ')}. kb guide restore brings them back.`);
    },
  },
  {
    name: 'restore',
    description: 'restore deleted guides as they were; what was published is published again',
    arguments: [DELETED],
    examples: ['kb guide restore help.example.com release-notes-1 release-notes-2'],
    async change({ database, actor, host }, references) {
      const restored = await restoreGuides(database, actor, { host, references });
      const lines = restored.map(({ slug, former }) =>
        former === undefined
          ? `Restored ${slug}.`
          : `Restored ${former} as ${slug}, since another guide is called ${former} now.`,
      );
      return answer({ host, restored }, lines.join('\n'));
    },
  },
  {
    name: 'purge',
    description: 'permanently delete guides that are already deleted, with their files',
    arguments: [DELETED],
    examples: ['kb guide purge help.example.com release-notes-1 --yes'],
    addOptions: (command) => command.requiredOption('--yes', 'confirm; this cannot be undone'),
    async change({ database, actor, host }, references) {
      const { slugs: purged, files } = await purgeGuides(database, actor, { host, references });
      const text = `Permanently deleted ${purged.join(', ')} and ${files === 1 ? '1 file' : `${files} files`}.`;
      return answer({ host, purged, files }, text);
    },
  },
];
