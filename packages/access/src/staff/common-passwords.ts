let known: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among the 50,000 that leaks have shown most, in any letter case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load();
  return (await known).has(password.toLowerCase());
}

/** Loaded when someone first chooses a password: it takes 60 ms and some megabytes. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
