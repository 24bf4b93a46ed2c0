import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

/** The templates below this folder. They escape what they are given unless they say that it is markup (`<%~`). */
export const templates = new Eta({ views: fileURLToPath(new URL('./', import.meta.url)), cache: true });
