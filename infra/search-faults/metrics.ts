const SEARCHES = /^searches_total\{(.+)\} (\d+)$/gm;

/** How many searches a service has answered, by who did and why. */
export async function readSearchCounts(address: string): Promise<Map<string, number>> {
  const text = await (await fetch(address)).text();
  const counts = [...text.matchAll(SEARCHES)].map(([, labels = '', times]): [string, number] => {
    const [engine, reason] = ['engine', 'reason'].map(
      (name) => new RegExp(`${name}="(.*?)"`).exec(labels)?.[1],
    );
    return [`${engine} (${reason})`, Number(times)];
  });
  return new Map(counts);
}
