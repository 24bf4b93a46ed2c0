import { basename, extname } from 'node:path';
import { SCHEMES } from '@guidepost/addresses';
import { zendeskCommunity } from '@guidepost/fetch';
import { isVisible } from '@guidepost/service-kit';
import { Parser } from 'htmlparser2';
import { LIMITS } from '../../posts/field-kinds.ts';
import { type ArchivedFile, createFilesOfPost, FILES, type FilesOfPost } from '../moved-in/files.ts';
import type { LeftOut } from '../moved-in/left-out.ts';
import { isFit } from '../moved-in/posts.ts';
import { convertHtml, hasClass } from '../moved-in/text/convert-html.ts';
import type { Community } from './read-community.ts';

export interface PostTexts {
  /** The text of a post or comment, and the files that it shows. */
  read(html: string): { text: string; markdown: boolean; files: ArchivedFile[] };
  /** The names of files in the folder, with their paths beside the archives. */
  wanted: ReadonlyMap<string, string>;
}

export interface PostTextOptions {
  community: Pick<Community, 'folder' | 'site' | 'hosts'>;
  leftOut: LeftOut;
  /** The address of the forum that has the page of a post or topic; undefined if it is not imported. */
  homeOf(kind: 'post' | 'topic', id: string): string | undefined;
}

/** Files of posts that the centre keeps itself. */
const FILE_PATH = /^\/(?:hc\/(?:[a-z0-9-]{2,12}\/)?(?:user_images|article_attachments)|attachments)\//i;

const PROFILE = /^\/hc\/(?:[a-z0-9-]{2,12}\/)?(?:profiles|community\/users)\//i;

export function createPostTexts({ community, leftOut, homeOf }: PostTextOptions): PostTexts {
  const { folder, site, hosts } = community;
  const wanted = new Map<string, string>();
  const missing = new Set<string>();

  function addressOf(written: string, use: 'link' | 'image', files: FilesOfPost): string | undefined {
    const url = URL.parse(written.trim(), site);
    if (!url || !/^https?:$/.test(url.protocol)) return undefined;
    const id = zendeskCommunity.fileIdOf(url);
    const saved = folder.fileOf(id);
    if (saved !== undefined) return files.add(fileNamed(basename(saved), id));
    const isOwn = hosts.has(url.host);
    const isFile = isOwn && FILE_PATH.test(url.pathname);
    if (isFile || (use === 'image' && zendeskCommunity.isOwn(url, site))) return lose(url);
    if (use === 'image') leftOut.add('images_elsewhere');
    return isOwn && use === 'link' ? pageAt(url) : url.href;
  }

  function fileNamed(name: string, id: string): ArchivedFile {
    const path = `${FILES}/${id}${/^\.[a-z0-9]{1,10}$/i.exec(extname(name))?.[0].toLowerCase() ?? ''}`;
    wanted.set(name, path);
    const addresses = /^[0-9]{1,20}$/.test(id) ? [`zendesk:attachment:${id}`] : [];
    return { path, name: name.slice(id.length + 1), addresses };
  }

  function lose({ origin, pathname }: URL): undefined {
    if (!missing.has(origin + pathname)) leftOut.add('missing_files');
    missing.add(origin + pathname);
    return undefined;
  }

  /** Pages of posts and topics have their old addresses here; those of people are not here. */
  function pageAt(url: URL): string | undefined {
    if (PROFILE.test(url.pathname)) return undefined;
    const { kind, id = '' } = SCHEMES.zendesk(url.pathname) ?? {};
    if (kind === 'post' || kind === 'topic') {
      const home = homeOf(kind, id);
      return home === undefined ? undefined : `${home}${url.pathname}${url.hash}`;
    }
    leftOut.add('links_elsewhere');
    return url.href;
  }

  return {
    wanted,
    read(html) {
      const files = createFilesOfPost();
      const markdown = convertHtml(html, {
        addressOf: (written, use) => addressOf(written, use, files),
        linkAs: (attributes) => (hasClass(attributes, 'user-mention') ? 'mention' : undefined),
      });
      if (isFit(markdown)) return { text: markdown, markdown: true, files: files.list() };
      return { text: plainTextOf(html, leftOut), markdown: false, files: [] };
    },
  };
}

const LINES = /^(?:p|div|li|tr|br|h[1-6])$/;

/** For texts that show nothing, or whose Markdown is longer than it may be. */
function plainTextOf(html: string, leftOut: LeftOut): string {
  const parts: string[] = [];
  const parser = new Parser({
    ontext: (part) => void parts.push(part),
    onclosetag: (name) => void (LINES.test(name) && parts.push('\n')),
  });
  parser.end(html);
  const characters = Array.from(parts.join('').trim());
  if (characters.length > LIMITS.importedText) leftOut.add('cut_texts');
  const shown = characters.slice(0, LIMITS.importedText).join('');
  return isVisible(shown) ? shown : '…';
}
