import { formatTable, type ListView, listAnswer, minuteOf } from '@guidepost/command-line';
import { findTarget, setTarget, TARGET_KINDS, type TargetField } from '../contact/targets.ts';
import {
  closeMessage,
  eraseMessages,
  listWaitingMessages,
  retryMessage,
  type WaitingMessage,
} from '../contact/waiting-messages.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { answer, type ChangeOptions, createGroup } from './commands.ts';
import { configuredContactToken, configuredCredentials } from './configured.ts';

type TargetOptions = ChangeOptions & Partial<Record<TargetField, string>>;

const MESSAGE = ['<message>', 'the number of the message'] as const;

const MESSAGES: ListView<WaitingMessage> = {
  columns: {
    NUMBER: ({ id }) => String(id),
    'WRITTEN (UTC)': ({ created_at }) => minuteOf(created_at),
    FROM: ({ email }) => email,
    SUBJECT: ({ subject }) => subject,
    ATTEMPTS: ({ attempts }) => String(attempts),
    PROBLEM: ({ problem, given_up }) => (given_up ? `given up: ${problem ?? 'off'}` : (problem ?? '')),
  },
  none: 'No messages wait.',
};

/** `kb contact` */
export const addContact = createGroup('contact', [
  {
    name: 'show',
    description: 'show where messages of readers go',
    examples: ['kb contact show help.example.com'],
    async read({ database, host }) {
      const { main_id: id } = await requireKnowledgeBase(database, host);
      const { kind, settings, hasToken } = await findTarget(database, id);
      const rows = Object.entries(settings).map(([name, value]) => [name, value]);
      const token = hasToken ? [['token', 'stored, encrypted']] : [];
      return answer(
        { host, kind, ...settings, token: hasToken },
        formatTable([['to', kind], ...rows, ...token]),
      );
    },
  },
  {
    name: 'set',
    description: 'choose where messages of readers go, or turn them off',
    arguments: [['<target>', `off, ${TARGET_KINDS.join(', ')}`]],
    addOptions: (command) =>
      command
        .option('--email <address>', 'mail: where messages are sent')
        .option('--address <url>', 'the address of the ticket system')
        .option('--account <name>', 'zendesk: the e-mail address of an agent; help-scout: the App ID')
        .option('--mailbox <number>', 'help-scout: the number of the inbox'),
    examples: [
      'kb contact set help.example.com mail --email support@example.com',
      'kb contact set help.example.com zendesk --address https://acme.zendesk.com --account ada@acme.com',
      'kb contact set help.example.com off',
    ],
    note: '\nThe token of a ticket system is read from GUIDEPOST_CONTACT_TOKEN, so that no list of processes shows it. Without it, the stored one stays.\n',
    async change({ database, actor, host }, [kind = ''], options: TargetOptions) {
      const { email = '', address = '', account = '', mailbox = '' } = options;
      const target = {
        host,
        kind,
        fields: { email, address, account, mailbox },
        token: configuredContactToken(),
      };
      await setTarget({ database, credentials: configuredCredentials(database) }, actor, target);
      const text = kind === 'off' ? `${host} takes no messages.` : `Messages of ${host} go to ${kind}.`;
      return answer({ host, kind }, text);
    },
  },
  {
    name: 'list',
    description: 'list messages that have not been delivered yet, oldest first',
    examples: ['kb contact list help.example.com'],
    async read({ database, host }) {
      const { main_id: knowledgeBaseId } = await requireKnowledgeBase(database, host);
      const limit = 1_000;
      return listAnswer(await listWaitingMessages(database, { knowledgeBaseId, limit }), MESSAGES, limit);
    },
  },
  {
    name: 'retry',
    description: 'have a message tried again',
    arguments: [MESSAGE],
    examples: ['kb contact retry help.example.com 7'],
    async change({ database, actor, host }, [id = '']) {
      await retryMessage(database, actor, { host, id: Number(id) });
      return answer({ host, message: Number(id) }, `Message ${id} is tried again.`);
    },
  },
  {
    name: 'close',
    description: 'delete a message that someone has taken by hand',
    arguments: [MESSAGE],
    examples: ['kb contact close help.example.com 7'],
    async change({ database, actor, host }, [id = '']) {
      await closeMessage(database, actor, { host, id: Number(id) });
      return answer({ host, message: Number(id) }, `Deleted message ${id}.`);
    },
  },
  {
    name: 'erase',
    description: 'delete all messages of a person that are still kept',
    arguments: [['<email>', 'the e-mail address that they wrote from']],
    examples: ['kb contact erase help.example.com anna@example.com'],
    async change({ database, actor, host }, [email = '']) {
      const erased = await eraseMessages(database, actor, { host, email });
      return answer({ host, erased }, `Deleted ${erased === 1 ? '1 message' : `${erased} messages`}.`);
    },
  },
]);
