import { editorOf, examples, withEditor } from '@guidepost/command-line';
import { type Command, Option } from 'commander';
import { blockSender, type Sender, unblockSender } from '../people/blocks.ts';
import { parseSlug } from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { parseEmail, parseNetwork } from './post-arguments.ts';
import { runCommand } from './run-command.ts';

interface BlockOptions extends ChangeOptions {
  email?: string;
  address?: string;
}

const COMMANDS = {
  add: {
    description: 'take nothing from somebody any more, from the next post on',
    change: blockSender,
    done: 'is blocked now',
    already: 'is blocked already',
  },
  remove: {
    description: 'take posts of somebody again',
    change: unblockSender,
    done: 'is blocked no more',
    already: 'was not blocked',
  },
};

/** `forum block add` */
export function addBlockAdd(block: Command): void {
  addBlockChange(block, 'add');
}

/** `forum block remove` */
export function addBlockRemove(block: Command): void {
  addBlockChange(block, 'remove');
}

function addBlockChange(block: Command, name: keyof typeof COMMANDS): void {
  const command = block
    .command(name)
    .description(COMMANDS[name].description)
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .addOption(
      new Option('--email <address>', 'by e-mail address').argParser(parseEmail).conflicts('address'),
    )
    .option(
      '--address <address>',
      'by IP address or network, claimed or sent from; an IPv6 address stands for its /64',
      parseNetwork,
    );
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        `forum block ${name} example --email spam@example.com`,
        `forum block ${name} example --address 192.0.2.7`,
        `forum block ${name} example --address 192.0.2.0/24`,
      ),
    )
    .action((slug: string, options: BlockOptions) => {
      const sender = senderOf(options);
      if (!sender)
        return command.error("error: required option '--email <address>' or '--address <address>'");
      return changeBlock(slug, { name, sender, options });
    });
}

function senderOf({ email, address }: BlockOptions): Sender | undefined {
  if (email !== undefined) return { email };
  return address === undefined ? undefined : { address };
}

interface BlockRequest {
  name: keyof typeof COMMANDS;
  sender: Sender;
  options: ChangeOptions;
}

function changeBlock(slug: string, { name, sender, options }: BlockRequest): Promise<void> {
  const { change, done, already } = COMMANDS[name];
  return runCommand(options, async ({ database }) => {
    const moderation = { slug, by: editorOf(options), action: `block ${name}` };
    const changed = await change(database, moderation, sender);
    const who = 'email' in sender ? sender.email : sender.address;
    return { document: { slug, ...sender, changed }, text: `${who} ${changed ? done : already}.` };
  });
}
