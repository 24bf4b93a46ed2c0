import {
  editorOf,
  examples,
  parseAccent,
  parseLanguage,
  parseName,
  withEditor,
} from '@guidepost/command-line';
import { type Command, InvalidArgumentError } from 'commander';
import { recordChange } from '../audit/record-change.ts';
import { type ForumSettings, setProperties } from '../forums/administration.ts';
import {
  parseAddress,
  parseHold,
  parseMessage,
  parseOrigins,
  parseSlug,
  parseSwitch,
  parseTopicArgument,
  parseTopicList,
} from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { runCommand } from './run-command.ts';

const parseLongMessage = parseMessage(2_000);

/** What a value sets, by the name of the property that is typed. */
const PROPERTIES: Record<string, (value: string) => Partial<ForumSettings>> = {
  name: (value) => ({ name: parseName(value) }),
  'formal-name': (value) => ({ formal_name: parseName(value) }),
  'intro-message': (value) => ({ intro_message: parseLongMessage(value) }),
  'status-message': (value) => ({ status_message: parseLongMessage(value) }),
  'status-url': (value) => ({ status_url: parseAddress(value) }),
  'popup-header': (value) => ({ popup_header: parseMessage(200)(value) }),
  'thankyou-message': (value) => ({ thankyou_message: parseLongMessage(value) }),
  topics: (value) => ({ topics: parseTopicList(value) }),
  'default-topic': (value) => ({ default_topic: parseTopicArgument(value) }),
  language: (value) => ({ language: parseLanguage(value) }),
  hold: (value) => ({ hold: parseHold(value) }),
  'accent-color': (value) => ({ accent_color: parseAccent(value) }),
  'allowed-origins': (value) => ({ allowed_origins: parseOrigins(value) }),
  'foreign-images': (value) => ({ foreign_images: parseSwitch(value) }),
};

/** `forum set` */
export function addSet(program: Command): void {
  const command = program
    .command('set')
    .description('change a property of a forum')
    .argument('<slug>', 'what it is called in addresses', parseSlug)
    .argument('<property>', Object.keys(PROPERTIES).join(', '), parseProperty)
    .argument('<value>', "what it shall be; '' empties a message, an address or the origins");
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'forum set example intro-message "Ask us, and each other."',
        'forum set example topics Q,P,S',
        'forum set example hold links      # posts with links wait for an editor; also new, none',
        "forum set example accent-color '#0a7d5c'   # of its pages; or #abc",
        'forum set example allowed-origins https://www.example.com,https://shop.example.com',
        'forum set example foreign-images off   # images, sound and video of other sites become links',
      ),
    );
  command.action((slug: string, property: string, value: string, options: ChangeOptions) =>
    set(slug, readSettings(command, property, value), options),
  );
}

function parseProperty(value: string): string {
  if (Object.hasOwn(PROPERTIES, value)) return value;
  throw new InvalidArgumentError(`It must be one of ${Object.keys(PROPERTIES).join(', ')}.`);
}

/** What a value may be depends on the property, which commander knows only here. */
function readSettings(command: Command, property: string, value: string): Partial<ForumSettings> {
  try {
    return PROPERTIES[property]?.(value) ?? {};
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: value '${value}' is invalid for ${property}. ${error.message}`);
  }
}

function set(slug: string, settings: Partial<ForumSettings>, options: ChangeOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const change = { slug, by: editorOf(options), action: 'set' };
    const changed = await recordChange(database, change, async (transaction) => {
      const result = await setProperties(transaction, slug, settings);
      return { events: result ? [{ details: settings }] : [], result };
    });
    const text = changed ? `Changed ${slug}.` : `${slug} was like that already.`;
    return { document: { slug, changed, ...settings }, text };
  });
}
