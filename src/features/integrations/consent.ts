/** The purposes that the person has allowed, for components. */
import { useMemo, useSyncExternalStore } from 'react';
import { useRoot } from '#src/features/root/index.ts';
import { purposes, type Purpose } from './purposes.ts';

/** Null until the user has answered; nothing is allowed until then. */
export type Consent = readonly Purpose[] | null;

export function useConsent(): Consent {
  const { consent } = useRoot();
  const allowed = useSyncExternalStore(consent.subscribe, consent.get);
  return useMemo(() => allowed && purposes.filter((purpose) => allowed.includes(purpose)), [allowed]);
}
