import { languageOf } from '@guidepost/i18n/language-tag';
import { isVisible } from '@guidepost/service-kit';
import { type ArchivedFile, createFilesOfPost, type FilesOfPost } from '../moved-in/files.ts';
import { isFit } from '../moved-in/posts.ts';
import { readOldAddress, type WantedFiles } from './old-addresses.ts';
import type { People } from './people.ts';
import type { Store } from './store.ts';
import { convertCooked } from './text/convert-cooked.ts';
import { convertRaw } from './text/convert-raw.ts';

export interface PostTexts {
  /** The text of a post, and the files that it shows. */
  read(post: TextOfPost): { text: string; markdown: boolean; files: ArchivedFile[] };
}

export interface TextOfPost {
  id: number;
  topic_id: number;
  raw: string;
  cooked: string | null;
}

export interface PostTextOptions {
  store: Store;
  people: People;
  files: WantedFiles;
  /** The former forum, if its address is known. */
  site: URL | undefined;
  /** The language of the forum. */
  language: string;
  /** The address of the forum that a topic goes to; undefined if it is not imported. */
  homeOf(topic: number): string | undefined;
  /** The address of any other page of the former forum. */
  home: string;
}

/** The name of a poll whose post has several is `poll`, `poll2` and so on. */
interface PollRow {
  id: number;
  status: number;
  results: number;
}

/** Results are for everyone from the first vote on, for those who have voted, after the end, or for staff. */
const RESULTS = { always: 0, onVote: 1, onClose: 2 };
const CLOSED = 1;

export function createPostTexts(options: PostTextOptions): PostTexts {
  const { store, people, files, site, language, homeOf, home } = options;

  function addressOf(written: string, used: FilesOfPost): string | undefined {
    const old = readOldAddress(written, site);
    if (old.kind === 'nothing') return undefined;
    if (old.kind === 'other') return old.address;
    if (old.kind === 'page') return `${homeOfPage(old.path)}${old.path}`;
    const file = files.find(old.address);
    return file && used.add(file);
  }

  function homeOfPage(path: string): string {
    const [, topic] = /^\/t\/(?:[^/]+\/)?(\d{1,10})(?=\/|$|#)/.exec(path) ?? [];
    return (topic === undefined ? undefined : homeOf(Number(topic))) ?? home;
  }

  function pollVotes(post: number, name: string): number[] | undefined {
    const poll = store.get<PollRow>(
      'select id, status, results from polls where post_id = ? and name = ?',
      post,
      name,
    );
    const isPublic =
      poll &&
      (poll.results === RESULTS.always ||
        poll.results === RESULTS.onVote ||
        (poll.results === RESULTS.onClose && poll.status === CLOSED));
    if (!isPublic) return undefined;
    const counts = store.all<{ votes: number }>(
      `select coalesce(o.vote_count, (select count(*) from poll_votes v where v.poll_option_id = o.id)) as votes
       from poll_options o where o.poll_id = ? order by o.id`,
      poll.id,
    );
    return counts.map(({ votes }) => votes);
  }

  return {
    read({ id, topic_id, raw, cooked }) {
      const used = createFilesOfPost();
      const context = {
        topic: topic_id,
        nameOf: people.nameOf,
        wrote: (name: string) => (languageOf(language) === 'en' ? `${name} wrote:` : `${name}:`),
        postAddress: (topic: number, post: number) => {
          const forum = homeOf(topic);
          return forum === undefined ? undefined : `${forum}/t/${topic}/${post}`;
        },
        addressOf: (written: string) => addressOf(written, used),
        pollVotes: (name: string) => pollVotes(id, name),
      };
      const markdown = raw.trim() === '' ? convertCooked(cooked ?? '', context) : convertRaw(raw, context);
      // As it was typed: longer than it may be, or nothing but signs that stand for nothing here.
      return isFit(markdown)
        ? { text: markdown, markdown: true, files: used.list() }
        : { text: isVisible(raw) ? raw.trim() : '…', markdown: false, files: [] };
    },
  };
}
