import { minuteOf } from '@guidepost/command-line';
import { type Command, Option } from 'commander';
import { blockSender, listBlocks, type Sender, unblockSender } from '../people/blocks.ts';
import { forumCommand, parseEmail, parseNetwork } from './arguments.ts';
import { type ChangeOptions, runChange, withChangeOptions } from './changes.ts';
import { addListCommand } from './lists.ts';

interface BlockOptions extends ChangeOptions {
  email?: string;
  address?: string;
}

const CHANGES = {
  add: {
    description: 'block an e-mail or IP address',
    change: blockSender,
    describe: (who: string, changed: boolean) => (changed ? `Blocked ${who}.` : `${who} is already blocked.`),
  },
  remove: {
    description: 'unblock an e-mail or IP address',
    change: unblockSender,
    describe: (who: string, changed: boolean) => (changed ? `Unblocked ${who}.` : `${who} is not blocked.`),
  },
};

/** `forum block` */
export function addBlock(program: Command): void {
  const group = program.command('block');
  addChange(group, 'add');
  addListCommand(group, {
    description: 'list blocked addresses',
    examples: ['forum block list example'],
    read: listBlocks,
    columns: {
      ID: ({ id }) => id,
      'SINCE (UTC)': ({ blocked_at }) => minuteOf(blocked_at),
      WHO: ({ email, address }) => email ?? address ?? '',
    },
    none: 'No addresses are blocked.',
  });
  addChange(group, 'remove');
}

function addChange(group: Command, name: keyof typeof CHANGES): void {
  const { description, change, describe } = CHANGES[name];
  const command = forumCommand(group, name, description)
    .addOption(
      new Option('--email <address>', 'the e-mail address').argParser(parseEmail).conflicts('address'),
    )
    .option(
      '--address <address>',
      'the IP address or network, sent from or claimed; an IPv6 address covers its /64',
      parseNetwork,
    );
  withChangeOptions(
    command,
    `forum block ${name} example --email spam@example.com`,
    `forum block ${name} example --address 192.0.2.7`,
    `forum block ${name} example --address 192.0.2.0/24`,
  ).action((slug: string, options: BlockOptions) => {
    const sender = senderOf(command, options);
    return runChange(options, { slug, action: `block ${name}` }, async (database, moderation) => {
      const changed = await change(database, moderation, sender);
      const who = 'email' in sender ? sender.email : sender.address;
      return { document: { slug, ...sender, changed }, text: describe(who, changed) };
    });
  });
}

function senderOf(command: Command, { email, address }: BlockOptions): Sender {
  if (email !== undefined) return { email };
  if (address !== undefined) return { address };
  return command.error("error: required option '--email <address>' or '--address <address>'");
}
