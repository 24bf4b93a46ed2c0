import { commandLine } from '@guidepost/service-kit/embedded';

/** Whether the process is a PostgreSQL server on this data directory, and not one that got the id after it. */
export async function isPostmaster(processId: number, data: string): Promise<boolean> {
  const command = await commandLine(processId);
  return /^\S*postgres\b/.test(command) && `${command} `.includes(` -D ${data} `);
}
