import type { Actor } from '../model/actor.ts';

/** May do all, like the command line. */
export const OPERATOR: Actor = { name: 'Test', role: 'owner', door: 'cli' };
