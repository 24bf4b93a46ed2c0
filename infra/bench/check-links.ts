import { Parser } from 'htmlparser2';

export interface LinkReport {
  guides: number;
  /** Links from one guide to another. */
  links: number;
  /** Those of them that lead to no guide. */
  broken: string[];
}

interface GuidePage {
  data: { attributes: { slug: string; content_html: string } }[];
  links: { next?: string };
}

const HEADERS = { Accept: 'application/vnd.api+json' };

/** Reads every guide over the API, as a client would, and follows each relative link to a slug. */
export async function checkLinks(origin: string, host: string): Promise<LinkReport> {
  const slugs = new Set<string>();
  const targets: { from: string; to: string }[] = [];
  let next: string | undefined = `/knowledge/v1/${host}/guides?page[size]=200`;
  while (next) {
    const answer = await fetch(origin + next, { headers: HEADERS });
    const page = (await answer.json()) as GuidePage;
    for (const { attributes } of page.data) {
      slugs.add(attributes.slug);
      for (const to of relativeLinks(attributes.content_html)) targets.push({ from: attributes.slug, to });
    }
    next = page.links.next;
  }
  const broken = targets.filter(({ to }) => !slugs.has(to)).map(({ from, to }) => `${from} → ${to}`);
  return { guides: slugs.size, links: targets.length, broken };
}

function relativeLinks(html: string): string[] {
  const links: string[] = [];
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'a' && href && !/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(href))
        links.push(href.replace(/#.*$/, ''));
    },
  });
  parser.end(html);
  return links;
}
