export { type EmbeddedOptions, type EmbeddedPostgres, type Released, startEmbedded } from './cluster.ts';
