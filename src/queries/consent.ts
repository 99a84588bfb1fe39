/** What the person has allowed, for every part of the page that asks. */
import { useSyncExternalStore } from 'react';
import { consentCookie } from '#src/db/consent.ts';
import { purposes, type Purpose } from '#src/lib/integrations.ts';
import { createEmitter } from '#src/lib/emitter.ts';

/** Null while the question is open: then nothing is allowed. */
export type Consent = readonly Purpose[] | null;

const read = (): Consent => {
  const allowed = consentCookie.read();
  return allowed && purposes.filter((purpose) => allowed.includes(purpose));
};

let present = read();
const listeners = createEmitter();

export const consent = {
  get: (): Consent => present,
  /** The answer: exactly these. */
  give(allowed: readonly Purpose[]): void {
    consentCookie.write(allowed);
    present = read();
    listeners.emit();
  },
  subscribe: listeners.subscribe,
};

export const useConsent = (): Consent => useSyncExternalStore(consent.subscribe, consent.get);
