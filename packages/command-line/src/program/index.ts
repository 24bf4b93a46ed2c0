export { type CommandEntry, createProgram, type Program, type ProgramOptions } from './program.ts';
export { runMain, runProgram } from './run-program.ts';
