import { createPeople } from '@guidepost/access';
import { createStaffCommands } from '@guidepost/access/staff-commands';
import { parseName } from '@guidepost/command-line';
import { requireAccount } from '../accounts/accounts.ts';
import { recordStaffEvent } from '../administration/record-staff-event.ts';
import { createForumMail } from '../administration/staff-mail.ts';
import { configuredDeskUrl, configuredMail, runCommand } from './run-command.ts';

/** `forum staff` */
export const addStaff = createStaffCommands({
  runCommand,
  owner: {
    argument: 'account',
    description: 'the name of the account',
    parse: parseName,
    example: '"Example Ltd"',
  },
  async find(database, account) {
    const { id } = await requireAccount(database, account);
    const deskUrl = configuredDeskUrl();
    const mail = createForumMail(configuredMail(), deskUrl);
    return { people: createPeople({ database, deskUrl, record: recordStaffEvent, mail }), tenantId: id };
  },
});
