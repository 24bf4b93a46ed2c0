import { createHmac } from 'node:crypto';
import { addressBlock } from '@guidepost/http';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { createIdentityHash } from '../model/identity.ts';
import { createPosterSecret } from '../people/poster-secret.ts';
import { contentHash } from '../posts/content-hash.ts';
import { PERSON } from './person-everywhere.ts';
import type { Traces } from './scan-database.ts';
import type { TestService } from './test-service.ts';

/** The person's own texts, and the parts search splits their address into. */
const TEXTS = {
  'e-mail address': PERSON.folded,
  name: PERSON.name,
  nickname: PERSON.nickname,
  'work title': PERSON.workTitle,
  metadata: PERSON.phone,
  'network address': PERSON.sender,
  'a word of the address': 'zebrowski',
};

/**
 * Everything that identifies a person in a forum, computed as with the service's secret.
 * @param forums ids by slug
 */
export async function tracesOfPerson(
  { database }: Pick<TestService, 'database'>,
  forums: Readonly<Record<string, number>>,
): Promise<Traces> {
  const secret = await createPosterSecret(database, undefined)();
  const hashes = Object.entries(forums).flatMap(([slug, id]) =>
    Object.entries(hashesIn(secret, id)).map(([what, hash]) => [`${what} in ${slug}`, hash] as const),
  );
  const content = contentHash(PERSON.title, PERSON.text);
  return { ...TEXTS, ...Object.fromEntries(hashes), 'content of a dialog': content };
}

function hashesIn(secret: string | Buffer, forumId: number): Traces {
  const { email, folded, name, nickname, sender } = PERSON;
  const hash = createIdentityHash(secret, forumId);
  const person = hash('person', folded);
  const comment = (text: string) => createHmac('sha256', person).update(foldWhiteSpace(text)).digest();
  return {
    'voter and reporter': person,
    'poster without a key': hash('claimed', folded, name, addressBlock(sender)),
    'poster without a key under another name': hash('claimed', folded, nickname, addressBlock(sender)),
    'poster with a key': hash('keyed', folded),
    'poster of an archive': hash('imported', folded, name),
    'poster of an archive without addresses': hash('imported', null, email),
    'voter of an archive without addresses': hash('imported person', email),
    'recent comment': comment(PERSON.comment),
    'recent comment under another name': comment(PERSON.commentByNickname),
  };
}
