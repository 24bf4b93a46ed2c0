import type { Secret } from '@guidepost/postgres';
import { stopNoticesTokenOf } from '../letters/tokens.ts';
import { createAddresses } from '../model/addresses.ts';

export interface NoticeOrigins {
  publicUrl: string;
  deskUrl: string;
  secret: Secret;
}

/** Pages of the desk, for links in mail. */
export function deskAddresses(deskUrl: string, slug: string) {
  const desk = `${deskUrl}/desk/forum/${slug}`;
  return { queue: `${desk}/queue`, dialog: (id: number) => `${desk}/dialogs/${id}` };
}

/** The page that turns mail to someone off. It is public: mail programs send the POST themselves, without a session. */
export async function stopAddress(
  { publicUrl, secret }: NoticeOrigins,
  forum: { id: number; slug: string; host: string },
  personId: number,
): Promise<string> {
  const token = await stopNoticesTokenOf(secret, { forumId: forum.id, id: personId });
  return createAddresses(publicUrl, forum).stopNotices(personId, token);
}
