export {
  asBuffer,
  type FileEnds,
  HEAD_BYTES,
  headText,
  isPolyglot,
  sniffMediaType,
  TAIL_BYTES,
} from './sniff.ts';
