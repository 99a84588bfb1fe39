/** Learns from the servers' answers that they understand this console no more. */
import { contractVersion, minClientHeader } from '@cloakroom/contract/version.ts';
import { Failure } from '#src/lib/failure.ts';

let outdated = false;
let tell: () => void = () => undefined;

/** Say who is told, once, also when it is known already. */
export function whenOutdated(listener: () => void): void {
  tell = listener;
  if (outdated) listener();
}

/** Look at an answer's headers. @throws {Failure} `outdated` when they ask for a newer console than this one. */
export function refuseOutdated(headers: Headers): void {
  if (Number(headers.get(minClientHeader) ?? 0) <= contractVersion) return;
  if (!outdated) {
    outdated = true;
    tell();
  }
  throw new Failure(
    'outdated',
    'This version of the console is too old for the service. Update it to go on.',
  );
}
