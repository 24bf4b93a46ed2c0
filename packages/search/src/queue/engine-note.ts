import type { EngineIndex } from '../port/search-engine.ts';
import type { KnownIndex } from './engine-indexes.ts';
import { withPatience } from './patience.ts';

/**
 * Whether the engine's own note is of the last batch that it confirmed, or of one that was begun later and whose end
 * nobody saw. Else it has lost its disk or got an older one back, or its index is somebody else's, too.
 */
export async function holdsWhatItDid(
  target: EngineIndex,
  { position, sending }: KnownIndex,
): Promise<boolean> {
  const noted = await withPatience(target.position);
  if (noted === undefined) return position === 0;
  return position <= noted && noted <= sending;
}
