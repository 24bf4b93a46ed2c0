export { bareEnvironment } from './bare-environment.ts';
export { commandLine } from './command-line.ts';
export { explainDiskError } from './disk-error.ts';
export { hasCode } from './error-codes.ts';
export { anyFreePort, requireFreePort } from './free-port.ts';
export { withLock } from './lock.ts';
export { openLog } from './log-file.ts';
