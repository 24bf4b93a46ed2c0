import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { findMergedInto } from '../../posts/merged-dialogs.ts';
import type { PageKind } from '../page.ts';

/** The pages of a dialog that was merged into another one lead to the other's. @param below after the dialog's path */
export function followMerges(
  { database }: Pick<Context, 'database'>,
  kind: PageKind,
  below: (path: Readonly<Record<string, string>>) => string = () => '',
): PageKind {
  return {
    ...kind,
    async read(call) {
      const { site, path } = call;
      try {
        return await kind.read(call);
      } catch (error) {
        const isMissing = error instanceof AppError && error.kind === 'not-found';
        const id = isMissing ? parseId(path.id) : undefined;
        const target = id === undefined ? undefined : await findMergedInto(database, site.forum.id, id);
        if (target === undefined) throw error;
        return { movedTo: site.paths.dialogPage(target) + below(path) };
      }
    },
  };
}
