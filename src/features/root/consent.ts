/** The purposes that the person has allowed third parties. */
import { createEmitter } from '#src/shared/emitter.ts';
import { consentCookie } from '#src/shared/storage/consent.ts';

export function createConsent() {
  const { emit, subscribe } = createEmitter();
  let allowed = consentCookie.read();
  return {
    /** Null while the question is open: then nothing is allowed. */
    get: (): readonly string[] | null => allowed,
    /** The answer: exactly these. */
    give(purposes: readonly string[]): void {
      consentCookie.write(purposes);
      allowed = consentCookie.read();
      emit();
    },
    subscribe,
  };
}

export type Consent = ReturnType<typeof createConsent>;
