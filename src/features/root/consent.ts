/** The purposes for which the user allows third-party services. */
import { createEmitter } from '#src/shared/emitter.ts';
import { consentCookie } from '#src/shared/storage/cookies.ts';

export function createConsent() {
  const { emit, subscribe } = createEmitter();
  let allowed = consentCookie.read();
  return {
    /** Null until the user has answered; nothing is allowed until then. */
    get: (): readonly string[] | null => allowed,
    /** Stores the allowed purposes, which replace the previous ones. */
    give(purposes: readonly string[]): void {
      consentCookie.write(purposes);
      allowed = consentCookie.read();
      emit();
    },
    subscribe,
  };
}

export type Consent = ReturnType<typeof createConsent>;
