import type { Actor } from '../model/actor.ts';

/** An operator at the command line. */
export function operatorNamed(name: string): Actor {
  return { name, role: 'owner', door: 'cli' };
}
