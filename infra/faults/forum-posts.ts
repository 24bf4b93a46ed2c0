import { type Answer, request, type Sent, type Traffic } from './posting.ts';

export interface ForumPosts {
  origin: string;
  /** Of the forum that all goes to. */
  slug: string;
  key: string;
  /** The dialog that comments are posted to. */
  dialog: number;
}

/** One post in this many is a comment, and one a file. */
const COMMENT_EVERY = 20;
const FILE_EVERY = 50;

/** What is sent as the file of a mark, and read back. */
export const fileOf = (mark: string): string => `The file ${mark}.\n`.repeat(50);

const JSON_TYPE = { 'Content-Type': 'application/json' };

export function forumTraffic(posts: ForumPosts): Traffic {
  return { kindOf, send: (sent) => send(posts, sent) };
}

function kindOf(number: number): string {
  if (number % FILE_EVERY === 1) return 'file';
  return number % COMMENT_EVERY === 0 ? 'comment' : 'dialog';
}

async function send({ origin, slug, key, dialog }: ForumPosts, { kind, mark }: Sent): Promise<Answer> {
  const author = { name: 'Anna Berg', useremail: `${mark}@example.com` };
  switch (kind) {
    case 'file': {
      const form = new FormData();
      form.set('file', new Blob([fileOf(mark)], { type: 'text/plain' }), `${mark}.txt`);
      const encoded = new Response(form);
      const type = encoded.headers.get('content-type') ?? '';
      const headers = { 'Content-Type': type };
      return request(`${origin}/api/file/${slug}?key=${key}`, await encoded.text(), { headers });
    }
    case 'comment': {
      const comment = JSON.stringify({ ...author, text: `Like this: ${mark}` });
      return request(`${origin}/api/comment/${slug}/${dialog}`, comment, { headers: JSON_TYPE });
    }
    default: {
      const fields = { topic: 'Q', title: `Question ${mark}`, text: 'How do I begin?' };
      return request(`${origin}/api/${slug}`, JSON.stringify({ ...author, ...fields }), {
        headers: JSON_TYPE,
      });
    }
  }
}
