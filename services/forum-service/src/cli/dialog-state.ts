import { editorOf, examples, withEditor } from '@guidepost/command-line';
import { type Command, InvalidArgumentError } from 'commander';
import { setState } from '../dialogs/set-state.ts';
import { parseSlug } from './arguments.ts';
import { type ChangeOptions, describeOutcome } from './moderating.ts';
import { collectIds, parseState } from './post-arguments.ts';
import { runCommand } from './run-command.ts';

/** What is typed after the slug. */
interface Marking {
  ids: number[];
  state: string | null;
}

/** `forum dialog state` */
export function addDialogState(dialog: Command): void {
  const command = dialog
    .command('state')
    .usage('[options] <slug> <id...> <state>')
    .description('mark dialogs for everybody to see')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument(
      '<ids-and-state...>',
      "the dialogs, as lists show them, then the mark: a word or two; '' takes it away",
    );
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples('forum dialog state example 12 answered', "forum dialog state example 12 13 ''"),
    )
    .action((slug: string, words: string[], options: ChangeOptions) =>
      mark(slug, readMarking(command, words), options),
    );
}

/** The last word is the mark, which commander cannot know. */
function readMarking(command: Command, words: string[]): Marking {
  const [state, ...ids] = words.toReversed();
  if (state === undefined || ids.length === 0) return command.error("error: missing argument 'state'");
  try {
    const typed = ids.toReversed();
    return { ids: typed.reduce<number[]>((all, id) => collectIds(id, all), []), state: parseState(state) };
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: '${words.join(' ')}' is no list of dialogs and a mark. ${error.message}`);
  }
}

function mark(slug: string, marking: Marking, options: ChangeOptions): Promise<void> {
  const { state } = marking;
  return runCommand(options, async ({ database }) => {
    const moderation = { slug, by: editorOf(options), action: 'dialog state' };
    const outcome = await setState(database, moderation, marking);
    const words =
      state === null
        ? { done: 'Took the mark from', already: 'without one' }
        : { done: `Marked as ${state}:`, already: state };
    return {
      document: { slug, state, ...outcome },
      text: describeOutcome(outcome, { noun: 'dialog', ...words }),
    };
  });
}
