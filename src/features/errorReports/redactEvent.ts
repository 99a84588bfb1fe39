/** Removes everything from an error that must not leave this machine. Its kind and its place in the code remain; its message, which may quote data, does not. */
import type { ErrorEvent, StackFrame } from '@sentry/browser';
import { Failure } from '#src/shared/failure.ts';

/** A path without the ids in it: `/datasets/:id/schemas`. */
export const redactPath = (pathname: string): string =>
  pathname.replace(/\/[2-9A-HJ-NP-Za-km-z]{22}(?=\/|$)/g, '/:id');

/** The name of an error; a {@link Failure} is named by its code, anything that is not an error is named by its type. */
export function kindOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const kind = Failure.from(thrown).name;
  return kind === 'Failure:unexpected' && thrown.name !== '' ? thrown.name : kind;
}

/**
 * Copies the allowed parts of an event. Everything else, such as the message, the address and the browser's details, is left out.
 * @param event - as the error reporter created it.
 * @param pathname - the page on which the error occurred.
 */
export function redactEvent(event: ErrorEvent, thrown: unknown, pathname: string): ErrorEvent {
  const frames = event.exception?.values?.[0]?.stacktrace?.frames ?? [];
  return {
    type: undefined,
    ...(event.event_id && { event_id: event.event_id }),
    ...(event.timestamp && { timestamp: event.timestamp }),
    ...(event.release && { release: event.release }),
    platform: 'javascript',
    level: 'error',
    transaction: redactPath(pathname),
    exception: { values: [{ type: kindOf(thrown), stacktrace: { frames: frames.flatMap(redactFrame) } }] },
  };
}

/** Function, path of the file and position; frames outside of files are left out. */
function redactFrame({ function: name, filename, lineno, colno }: StackFrame): StackFrame[] {
  if (!filename || !URL.canParse(filename)) return [];
  return [
    {
      function: name ?? '?',
      filename: new URL(filename).pathname,
      ...(lineno !== undefined && { lineno }),
      ...(colno !== undefined && { colno }),
    },
  ];
}
