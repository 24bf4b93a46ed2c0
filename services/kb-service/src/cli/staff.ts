import { createPeople } from '@guidepost/staff';
import { createStaffCommands } from '@guidepost/staff/commands';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { recordStaffEvent } from '../tenants/record-staff-event.ts';
import { createKnowledgeBaseMail } from '../tenants/staff-mail.ts';
import { parseHostArgument } from './arguments.ts';
import { configuredDeskUrl, configuredMail } from './configured.ts';
import { runCommand } from './run-command.ts';

/** `kb staff` */
export const addStaff = createStaffCommands({
  runCommand,
  owner: {
    argument: 'host',
    description: 'the host name of the knowledge base',
    parse: parseHostArgument,
    example: 'help.example.com',
  },
  async find(database, host) {
    const { id } = await requireKnowledgeBase(database, host);
    const deskUrl = configuredDeskUrl();
    const mail = createKnowledgeBaseMail(configuredMail(), deskUrl);
    return { people: createPeople({ database, deskUrl, record: recordStaffEvent, mail }), tenantId: id };
  },
});
