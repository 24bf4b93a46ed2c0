import { createProgress, type OutputOptions, type Progress, type Session } from '@guidepost/command-line';
import { exportToFile, exportToStream } from '../archive/export/export-forum.ts';
import { STDOUT } from './arguments.ts';
import { runCommand } from './run-command.ts';

export interface ArchiveWishes extends OutputOptions {
  force?: boolean;
  withPersonalData?: boolean;
}

interface ExportRequest {
  slug: string;
  file: string;
  force: boolean;
  personalData: boolean;
}

/** `forum export <slug> <file>` */
export function exportArchive(slug: string, file: string, wishes: ArchiveWishes): Promise<void> {
  const { json = false, force = false, withPersonalData: personalData = false } = wishes;
  const toStdout = file === STDOUT;
  return runCommand({ json, output: toStdout ? process.stderr : process.stdout }, async (session) => {
    const dialogs = await runExport(session, { slug, file, force, personalData });
    const target = toStdout ? 'standard output' : file;
    const text = `Exported ${dialogs === 1 ? '1 dialog' : `${dialogs} dialogs`} of ${slug} to ${target}.`;
    return { document: { slug, file, dialogs, personal_data: personalData }, text };
  });
}

async function runExport({ database, signal }: Session, request: ExportRequest): Promise<number> {
  let progress: Progress | undefined;
  const onStart = (dialogs: number) => {
    progress = createProgress(process.stderr, dialogs, 'dialogs');
    return progress.advance;
  };
  const options = { ...request, signal, onStart };
  try {
    if (request.file !== STDOUT) return await exportToFile(database, options);
    return await exportToStream(database, process.stdout, options);
  } finally {
    progress?.clear();
  }
}
