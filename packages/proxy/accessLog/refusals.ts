/** Errors of access logs, with what to do next. */
import type { AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

type Keys = { signs: string; receives: string };

/** The words of an identity's fingerprint. */
export const fingerprintWords = ({ signs, receives }: Keys): string[] =>
  fingerprintOf({ primary_public_key: signs, sub_public_key: receives }).words;

/** The log contradicts what was seen before, or is not signed by owners. */
export class AccessLogRefused extends HttpProblem {
  /** @param what - what is wrong, as a sentence. */
  constructor(schema: { name: string }, what: string) {
    super(
      422,
      `${what} It is not used: no key of "${schema.name}" was shared or received. Tell the operator of the service.`,
    );
  }
}

/** The log was begun by a person whom the caller's keyring doesn't know as an owner of the schema. */
export class UnknownFirstSigner extends HttpProblem {
  readonly signer: AccessEntry['signer'];
  readonly time: string;

  constructor(schema: { name: string }, { signer, time }: AccessEntry) {
    super(
      409,
      `Who may have the keys of "${schema.name}" is signed by ${signer.name}, whose identity this machine doesn’t know as an owner’s. Ask ${signer.name}, by voice or in person, for the eight words of their fingerprint, and compare them on the schema’s page: ${fingerprintWords(signer).join(' ')}. Nothing was shared.`,
    );
    this.signer = signer;
    this.time = time;
  }
}

/** This device's identity may not sign for the schema. */
export class SigningNotAllowed extends HttpProblem {
  constructor(schema: { name: string }, owners: boolean) {
    super(
      409,
      owners
        ? `No owner of "${schema.name}" has signed yet for the identity of this device, so it can’t sign who may have the keys. Ask another owner to fulfil the request of this device under Requests; then try again.`
        : `No owner of "${schema.name}" has signed that you may share its keys. Ask one of them to confirm it on the schema’s Permissions; then try again.`,
    );
  }
}

/** Whether an error is permanent: a retry can't succeed before a person acts. */
export const isUnsignable = (error: unknown): boolean =>
  error instanceof SigningNotAllowed || error instanceof UnknownFirstSigner;

export const rollbackText = (seen: number, found: number) =>
  found === 0
    ? `The signed list of who may have the keys is gone: this proxy has seen ${seen} entries of it.`
    : `The signed list of who may have the keys went back from entry ${seen} to ${found}.`;

export const rewrittenText = (number: number) =>
  `Entry ${number} of the signed list of who may have the keys is another one than this proxy has seen.`;

/** The error for keys that no owner has signed. */
export const unsignedGeneration = (schema: { name: string }, generation: number, known: number) =>
  new AccessLogRefused(
    schema,
    generation > known
      ? `The service says that the keys of "${schema.name}" were changed (generation ${generation}), and no owner has signed that.`
      : generation < known
        ? `The service says that "${schema.name}" has earlier keys (generation ${generation}) than its owners have signed (${known}).`
        : `The service names other keys of generation ${generation} of "${schema.name}" than its owners have signed.`,
  );

/**
 * Lets a change go ahead unsigned if this device may not sign. If the person has accepted the log on this machine, any other
 * error stops the change: otherwise a removed member would still be signed as one.
 */
export const allowUnsigned = (isSeen: boolean, report: (error: HttpProblem) => void) => (error: unknown) => {
  const isAlarm = error instanceof AccessLogRefused || (error instanceof HttpProblem && error.status >= 500);
  if (isAlarm || (isSeen && !isUnsignable(error))) throw error;
  return reportRefusal(report)(error);
};

/** Reports why a change was not signed. Rethrows other errors, and those of an ended session. */
export const reportRefusal = (report: (error: HttpProblem) => void) => (error: unknown) => {
  if (!(error instanceof HttpProblem) || error.status === 401) throw error;
  report(error);
  return null;
};
