import { addMoveCommand, type MoveOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { describeMove } from '../tenants/move-account.ts';
import { forumCommand } from './arguments.ts';
import { operatorOf, runCommand } from './run-command.ts';

/** `forum move` */
export function addMove(program: Command): void {
  addMoveCommand<MoveOptions & { wholeAccount?: boolean }>({
    runCommand,
    command: forumCommand(program, 'move').option('--whole-account', 'move all forums of the account'),
    example: 'example',
    describe: (database, slug, options) =>
      describeMove(database, operatorOf(options), {
        slug,
        // To give up changes no forum.
        wholeAccount: Boolean(options.wholeAccount || options.cancel),
      }),
  });
}
