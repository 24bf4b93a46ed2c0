#!/usr/bin/env node
import { runCommandLine } from './command-line.ts';

// A reader that has seen enough (`| head`) is no reason to complain.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2));
