import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Read<T extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>
>;

/**
 * Reads what follows `npm run <script> --`. `--help` prints the usage and ends the program; what it does not know, or
 * more words than `most`, ends it with exit code 2.
 */
export function readCommandLine<T extends Options>(
  usage: string,
  { options = {} as T, most = 0 }: { options?: T; most?: number } = {},
): Read<T> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    const read = parseArgs({ args, options, allowPositionals: true });
    const extra = read.positionals[most];
    if (extra !== undefined) throw new Error(`Unexpected argument '${extra}'`);
    return read;
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('. ');
    return refuseUsage(usage, reason);
  }
}

/** The value of an option such as `--minutes 30`. */
export function wholeNumber(usage: string, option: string, value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  return refuseUsage(usage, `--${option} must be a whole number from 1 to 999999999.`);
}

/** Ends the program with exit code 2. */
export function refuseUsage(usage: string, reason: string): never {
  console.error(`error: ${reason}\n\n${usage}`);
  process.exit(2);
}
