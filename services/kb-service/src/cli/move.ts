import { addMoveCommand } from '@guidepost/command-line';
import type { Command } from 'commander';
import { describeMove } from '../tenant-moves/move-knowledge-base.ts';
import { operatorOf } from './actor.ts';
import { hostCommand } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb move` */
export function addMove(program: Command): void {
  addMoveCommand({
    runCommand,
    command: hostCommand(program, 'move'),
    example: 'help.example.com',
    describe: (database, host, options) => describeMove(database, operatorOf(options), host),
  });
}
