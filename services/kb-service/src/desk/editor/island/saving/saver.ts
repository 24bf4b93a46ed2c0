import { type EditorPage, readEditorPage } from '../page/editor-page.ts';
import { isSameSnapshot, type Snapshot } from '../page/snapshot.ts';
import { type DraftAnswer, type OtherVersion, sendDraft } from './draft-requests.ts';
import type { KeptTexts } from './kept-texts.ts';

export type SavingState =
  | { kind: 'saved'; at?: string; slug?: string | undefined; removed?: string[] }
  | { kind: 'changed' | 'saving' | 'offline' | 'signed-out' | 'other-person' }
  | { kind: 'conflict'; theirs: OtherVersion }
  | { kind: 'refused'; errors: Record<string, string> };

export interface Saver {
  readonly state: SavingState;
  /** The revision that the server has confirmed. */
  readonly revision: number;
  /** To be called after each change. */
  changed(): void;
  /** Saves now. @returns whether the server has everything */
  save(): Promise<boolean>;
  /** After a sign-in or a lost connection. */
  tryAgain(): Promise<void>;
  /** Goes on from a newer version, which the next save replaces. */
  replace(revision: number): Promise<boolean>;
  /** Gives up what is not saved. */
  discard(): Promise<void>;
  /** Whether text would be lost with the page. */
  isAtRisk(): boolean;
}

export interface SaverOptions {
  page: EditorPage;
  snapshot(): Snapshot;
  /** Shows the categories and tags that someone else has chosen. */
  adopt(others: Pick<Snapshot, 'categories' | 'tags'>): void;
  kept: KeptTexts;
  onState(state: SavingState): void;
}

/** The server's confirmation of a save, by its answer or a later page. */
interface Confirmation {
  revision: number;
  savedAt?: string;
  slug?: string | undefined;
  removed?: string[];
}

/** After the last key. */
const PAUSE = 2_000;

const RETRIES = { first: 1_000, most: 60_000 };

export function createSaver({ page, snapshot, adopt, kept, onState }: SaverOptions): Saver {
  const { draft: url } = page.urls;
  let { revision } = page;
  // Text that was typed before the editor was there counts as a change.
  let saved = { ...snapshot(), title: page.title };
  let state: SavingState = { kind: 'saved' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryPause = RETRIES.first;
  let underWay: Promise<boolean> | undefined;
  /** Sent without an answer: the server may have it. */
  let unanswered: Snapshot | undefined;

  function become(next: SavingState): void {
    state = next;
    onState(next);
  }

  function schedule(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), pause);
  }

  function changed(): void {
    const now = snapshot();
    if (isSameSnapshot(now, saved) && !underWay) {
      settle();
      return;
    }
    kept.keep(revision, now);
    // The other states stay until the server has answered otherwise.
    if (state.kind === 'saved' || state.kind === 'changed' || state.kind === 'refused')
      become({ kind: 'changed' });
    if (state.kind === 'changed' || state.kind === 'saving') schedule(PAUSE);
  }

  function settle(): void {
    clearTimeout(timer);
    kept.forget();
    if (state.kind !== 'saved') become({ kind: 'saved' });
  }

  async function save(): Promise<boolean> {
    clearTimeout(timer);
    // One at a time: each needs the revision of the one before.
    while (underWay) await underWay;
    if (state.kind === 'conflict') return false;
    if (isSameSnapshot(snapshot(), saved)) return true;
    underWay = send().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  async function send(): Promise<boolean> {
    const sent = snapshot();
    if (state.kind === 'saved' || state.kind === 'changed' || state.kind === 'refused')
      become({ kind: 'saving' });
    const answer = await sendDraft({ url, token: page.token, revision, snapshot: sent });
    return take(answer, sent);
  }

  async function take(answer: DraftAnswer, sent: Snapshot): Promise<boolean> {
    switch (answer.kind) {
      case 'saved':
        confirm(answer, sent);
        return isSameSnapshot(snapshot(), sent);
      case 'conflict':
        return takeConflict(answer.theirs);
      case 'refused':
      case 'signed-out':
        become(answer);
        return false;
      case 'unanswered':
        unanswered = sent;
        become({ kind: 'offline' });
        schedule(Math.max(retryPause, (answer.retryAfter ?? 0) * 1_000));
        retryPause = Math.min(retryPause * 2, RETRIES.most);
        return false;
    }
  }

  function confirm(answer: Confirmation, sent: Snapshot): void {
    revision = answer.revision;
    saved = sent;
    unanswered = undefined;
    retryPause = RETRIES.first;
    const now = snapshot();
    if (isSameSnapshot(now, sent)) {
      kept.forget();
      const { savedAt, slug, removed } = answer;
      become({ kind: 'saved', slug, ...(savedAt ? { at: savedAt } : {}), ...(removed ? { removed } : {}) });
    } else {
      kept.keep(revision, now);
      become({ kind: 'changed' });
      schedule(PAUSE);
    }
  }

  /** The other version may be our own, whose answer was lost. */
  async function takeConflict(theirs: OtherVersion): Promise<boolean> {
    if (isSameText(theirs, saved) && !isSameText(theirs, unanswered)) return goOnFrom(theirs);
    if (!unanswered || !isSameText(theirs, unanswered)) {
      become({ kind: 'conflict', theirs });
      return false;
    }
    const ours = unanswered;
    confirm({ revision: theirs.revision, savedAt: theirs.at }, ours);
    return isSameSnapshot(snapshot(), ours);
  }

  /** Someone has moved or tagged the guide, which leaves its text alone. What was chosen here stays. */
  function goOnFrom(theirs: OtherVersion): Promise<boolean> {
    const now = snapshot();
    const isChanged = (name: 'categories' | 'tags') => String(now[name]) !== String(saved[name]);
    adopt({
      categories: isChanged('categories') ? now.categories : theirs.categories,
      tags: isChanged('tags') ? now.tags : theirs.tags,
    });
    revision = theirs.revision;
    saved = { ...saved, categories: theirs.categories, tags: theirs.tags };
    return send();
  }

  /** The session of a new sign-in has a token of its own. */
  async function renewToken(): Promise<'renewed' | 'other-person' | 'signed-out'> {
    try {
      const response = await fetch(location.href, { headers: { Accept: 'text/html' } });
      const current = readEditorPage(new DOMParser().parseFromString(await response.text(), 'text/html'));
      if (current.person !== page.person) return 'other-person';
      page.token = current.token;
      return 'renewed';
    } catch {
      return 'signed-out';
    }
  }

  async function tryAgain(): Promise<void> {
    if (state.kind === 'signed-out' || state.kind === 'other-person') {
      const result = await renewToken();
      if (result !== 'renewed') return become({ kind: result });
    }
    retryPause = RETRIES.first;
    if (state.kind !== 'conflict') await save();
  }

  return {
    get state() {
      return state;
    },
    get revision() {
      return revision;
    },
    changed,
    save,
    tryAgain,
    async replace(newer) {
      revision = newer;
      become({ kind: 'changed' });
      kept.keep(revision, snapshot());
      return save();
    },
    async discard() {
      saved = snapshot();
      settle();
      await kept.settled();
    },
    isAtRisk: () => !isSameSnapshot(snapshot(), saved) && !kept.isKept(),
  };
}

function isSameText(theirs: OtherVersion, mine: Snapshot | undefined): boolean {
  return theirs.title === mine?.title && theirs.contentHtml === mine.contentHtml;
}
