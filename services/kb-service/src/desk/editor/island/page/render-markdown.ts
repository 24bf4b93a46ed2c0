/** Milliseconds, after which people have written on. */
const TIMEOUT = 10_000;

/** The HTML that guides have for it, as the service renders and cleans it; undefined if it does not. */
export async function renderMarkdown(
  { url, token }: { url: string; token: string },
  markdown: string,
): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Token': token },
      body: JSON.stringify({ markdown }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return response.ok ? (await response.json()).contentHtml : undefined;
  } catch {
    return undefined;
  }
}
