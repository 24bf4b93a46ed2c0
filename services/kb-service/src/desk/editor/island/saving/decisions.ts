import { fill } from '@guidepost/i18n/texts';
import { openConflictDialog, type Version } from '../dialogs/conflict-dialog.ts';
import { writeElement, writeText } from '../markup/write-markup.ts';
import type { EditorPage } from '../page/editor-page.ts';
import { isSameSnapshot, readComparison, type Snapshot } from '../page/snapshot.ts';
import type { KeptText, KeptTexts } from './kept-texts.ts';
import type { Saver } from './saver.ts';
import { type StatusLine, timeOf } from './status-line.ts';

export interface DecisionOptions {
  page: EditorPage;
  saver: Saver;
  kept: KeptTexts;
  status: StatusLine;
  snapshot(): Snapshot;
  show(snapshot: Snapshot): Promise<void>;
  /** Moves the focus to the text: the button that asked is gone once it is decided. */
  write(): void;
}

export interface Decisions {
  /** Asks which of two versions stays. */
  compare(): Promise<void>;
  /** Brings back what an earlier page could not save. */
  restore(): Promise<void>;
}

export function createDecisions({
  page,
  saver,
  kept,
  status,
  snapshot,
  show,
  write,
}: DecisionOptions): Decisions {
  const { words } = page;

  const comparisonWith = (mine: Snapshot) =>
    readComparison({ url: page.urls.comparison, token: page.token }, mine);

  async function compare(): Promise<void> {
    const comparison = await comparisonWith(snapshot());
    // Meanwhile it may have been asked for twice, or decided.
    if (saver.state.kind !== 'conflict' || document.querySelector('dialog[open]')) return;
    const { theirs } = saver.state;
    openConflictDialog(
      {
        mine: snapshot(),
        theirs,
        comparison,
        description: fill(words.conflict.byWhom, { name: theirs.by, time: timeOf(theirs.at) }),
        takeTheirs: () => void reload(),
        keepMine: () => void saver.replace(theirs.revision).finally(write),
        keepBoth: () =>
          void keepBoth(snapshot(), theirs, theirs.by)
            .then(() => saver.replace(theirs.revision))
            .finally(write),
      },
      words,
    );
  }

  /** The other version has more fields than its title and its text. */
  async function reload(): Promise<void> {
    await saver.discard();
    location.reload();
  }

  async function keepBoth(mine: Snapshot, theirs: Version, by: string): Promise<void> {
    const heading = (text: string) => writeElement('p', [], writeElement('strong', [], writeText(text)));
    const parts = [
      heading(fill(words.conflict.textOf, { name: by })),
      theirs.contentHtml,
      writeElement('hr', [], ''),
      heading(words.conflict.mineHeading),
      mine.contentHtml,
    ];
    await show({ ...mine, contentHtml: parts.join('\n') });
  }

  async function restore(): Promise<void> {
    for (const text of await kept.findAbandoned()) {
      if (isSameSnapshot(text.snapshot, snapshot())) await kept.drop(text);
      else return text.revision === page.revision ? bringBack(text, page.revision) : offer(text);
    }
  }

  async function bringBack(text: KeptText, revision: number): Promise<void> {
    await show(text.snapshot);
    const saving = saver.replace(revision);
    status.say(words.saving.restored);
    // Until the server has it, it stays where it was.
    if (await saving) await kept.drop(text);
  }

  async function offer(text: KeptText): Promise<void> {
    const theirs = snapshot();
    openConflictDialog(
      {
        mine: text.snapshot,
        theirs,
        comparison: await comparisonWith(text.snapshot),
        description: words.conflict.restored,
        takeTheirs: () => void kept.drop(text),
        keepMine: () => void bringBack(text, page.revision),
        keepBoth: () =>
          void keepBoth(text.snapshot, theirs, words.conflict.theirs)
            .then(() => saver.replace(page.revision))
            .then((isSaved) => (isSaved ? kept.drop(text) : undefined)),
      },
      words,
    );
  }

  return { compare, restore };
}
