import { createPeople } from '@guidepost/staff';
import { createStaffCommands } from '@guidepost/staff/commands';
import { type Command, Option } from 'commander';
import { chooseNotices, findNotices } from '../notices/choose-notices.ts';
import { type Choice, TIMINGS } from '../notices/notices.ts';
import { createForumMail } from '../notices/staff-mail.ts';
import { requireAccount } from '../tenants/accounts.ts';
import { recordStaffEvent } from '../tenants/audit.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { OWNER } from './account.ts';
import { forumCommand, parseEmail } from './arguments.ts';
import { configuredDeskUrl, configuredMail } from './configured.ts';
import { type ChangeOptions, runChange, withChangeOptions } from './record-commands.ts';
import { runCommand } from './run-command.ts';

/** `forum staff` */
export function addStaff(program: Command): void {
  addNotify(addPeople(program));
}

const addPeople = createStaffCommands({
  runCommand,
  owner: OWNER,
  async find(database, account) {
    const { id } = await requireAccount(database, account);
    const deskUrl = configuredDeskUrl();
    const mail = createForumMail(configuredMail(), deskUrl);
    return { people: createPeople({ database, deskUrl, record: recordStaffEvent, mail }), tenantId: id };
  },
});

function addNotify(group: Command): void {
  const command = forumCommand(group, 'notify', 'show or change what someone is mailed about a forum')
    .argument('<email>', 'the e-mail address of the person', parseEmail)
    .addOption(new Option('--posts <when>', 'posts that wait for an answer or a review').choices(TIMINGS))
    .addOption(new Option('--reports <when>', 'new reports').choices(TIMINGS));
  withChangeOptions(
    command,
    'forum staff notify example anna@example.com',
    'forum staff notify example anna@example.com --posts daily --reports at-once',
  );
  command.action(
    (slug: string, colleague: string, { posts, reports, ...options }: ChangeOptions & Partial<Choice>) =>
      runChange(options, { slug, action: 'staff notify' }, async (database, moderation) => {
        const changes = { ...(posts && { posts }), ...(reports && { reports }) };
        const chosen =
          posts || reports
            ? await chooseNotices(database, moderation, { colleague, ...changes })
            : await findNotices(database, await requireForum(database, slug), colleague);
        const text = `Mail to ${chosen.email} about ${slug}: posts ${chosen.posts}, reports ${chosen.reports}.`;
        return { document: { slug, ...chosen }, text };
      }),
  );
}
