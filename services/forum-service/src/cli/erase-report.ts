import { formatTable, printableLine } from '@guidepost/command-line';
import type { Person } from '../model/person.ts';
import type { Holdings } from '../people/erasure/holdings.ts';
import type { Survey } from '../people/erasure/survey.ts';

const HEADING = [
  'FORUM',
  'DIALOGS',
  'COMMENTS',
  'VOTES',
  'REPORTS',
  'NETWORK ADDRESSES',
  'BLOCKS',
  'MENTIONS',
];

const CONSEQUENCES = `
Dialogs, comments and reports keep their text and votes count as before, but nothing tells whose they are.
Metadata of the dialogs and the addresses of the network that all of it came from are deleted.
Where anybody wrote the e-mail address into a text (mentions), it becomes […]; names in texts stay.
Blocks are lifted, since they hold the address. Who posts with it again is somebody new.`;

/** What there is, and what becomes of it, for people. */
export function describeSurvey({ email }: Person, { forums, similar }: Survey): string {
  const others =
    similar.length > 0
      ? [`\nPerhaps the same person, and left alone: ${similar.map(printableLine).join(', ')}.`]
      : [];
  if (forums.length === 0) return [`Nothing is kept of ${email}.`, ...others].join('\n');
  return [`Of ${email} there is:`, table(forums), CONSEQUENCES, ...others].join('\n');
}

export function describeErasure({ email }: Person, forums: readonly Holdings[]): string {
  return [`Erased ${email}:`, table(forums)].join('\n');
}

function table(forums: readonly Holdings[]): string {
  const rows = forums.map(({ slug, dialogs, comments, votes, reports, addresses, blocks, mentions }) => [
    slug,
    ...[dialogs, comments, votes, reports, addresses, blocks, mentions].map(String),
  ]);
  return formatTable([HEADING, ...rows]);
}
