/** What of an error may leave this machine: its kind and where in the code it was, never its words, which may quote data. */
import { Failure } from '#src/shared/failure.ts';

type Frame = { function: string; filename: string; lineno: number; colno: number };

/** One line of a stack as any of the three engines writes it. */
const line =
  /^\s*(?:at )?(?:async )?(?:([^\s(@]+)[\s(@]+|[\s(@]*)(?:.*@)?(\S*?\.m?[jt]sx?)(?:\?[^:]*)?:(\d+):(\d+)\)?$/;

function framesOf(stack: string): Frame[] {
  return stack
    .split('\n')
    .flatMap((text) => {
      const [, name = '', file, row, column] = line.exec(text) ?? [];
      if (!file || !URL.canParse(file)) return [];
      const { pathname } = new URL(file);
      return [{ function: name || '?', filename: pathname, lineno: Number(row), colno: Number(column) }];
    })
    .reverse();
}

/** A path without the ids in it: `/datasets/:id/schemas`. */
export const placeOf = (pathname: string): string =>
  pathname.replace(/\/[2-9A-HJ-NP-Za-km-z]{22}(?=\/|$)/g, '/:id');

/** The event that is sent; a console's failure is named by its code. */
export function errorReport(thrown: unknown, pathname: string, release: string) {
  const error = thrown instanceof Error ? thrown : new Error();
  const kind = thrown instanceof Error ? Failure.from(thrown).name : typeof thrown;
  const type = kind === 'Failure:unexpected' && error.name !== '' ? error.name : kind;
  return {
    event_id: crypto.randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    level: 'error',
    release,
    transaction: placeOf(pathname),
    exception: { values: [{ type, stacktrace: { frames: framesOf(error.stack ?? '') } }] },
  };
}
