import type { MediaKind } from '@guidepost/files/types';

/** Decides how to embed a link. */
export type KindOf = (address: URL) => MediaKind;

const ENDINGS_OF_KINDS: Readonly<Record<string, MediaKind>> = {
  ...kindOf('image', 'avif gif jpeg jpg png webp'),
  ...kindOf('audio', 'm4a mp3 oga ogg opus wav'),
  ...kindOf('video', 'm4v mp4 ogv webm'),
};

/** The kind of a file by its path's ending. The server is never contacted (S6). */
export function kindByEnding({ pathname }: URL): MediaKind {
  const ending = pathname.slice(pathname.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(ENDINGS_OF_KINDS, ending) ? (ENDINGS_OF_KINDS[ending] ?? 'other') : 'other';
}

function kindOf(kind: MediaKind, endings: string): Record<string, MediaKind> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, kind]));
}
