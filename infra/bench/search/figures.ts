import type { Findable } from './findable.ts';
import type { ResidentMemory } from './index-sizes.ts';
import type { Throughput } from './many-clients.ts';
import type { SearchTime } from './one-at-a-time.ts';
import type { SearchedService } from './searched-service.ts';

/** What is measured of an engine. */
export interface EngineFigures {
  /** Documents indexed a second. */
  indexed: number;
  indexBytes: number;
  throughput: Throughput;
  /** Undefined where nobody posts. */
  findable: Findable | undefined;
}

/** What is measured of a service on both engines. */
export interface ServiceFigures {
  service: SearchedService;
  oneAtATime: SearchTime[];
  postgresql: EngineFigures;
  meilisearch: EngineFigures;
  /** Of Meilisearch, with the index and after all that was asked of it. */
  memory: ResidentMemory | undefined;
}

/** What was measured, and on which Meilisearch. */
export interface SearchFigures {
  version: string;
  services: readonly ServiceFigures[];
}
