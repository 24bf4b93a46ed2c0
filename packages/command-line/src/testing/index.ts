export { runInProcess } from './run-in-process.ts';
