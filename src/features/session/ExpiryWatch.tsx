/** Warns two minutes before a session ends. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSessionEnd, warningMs } from './queries.ts';

const ExpiryDialog = lazy(async () => ({ default: (await import('./ExpiryDialog.tsx')).ExpiryDialog }));

/** Renders nothing until the warning is due. */
export function ExpiryWatch() {
  const ending = useSessionEnd();
  const due = useWarningDue(ending?.at);
  if (!due || !ending) return null;
  return (
    <Suspense fallback={null}>
      <ExpiryDialog ending={ending} />
    </Suspense>
  );
}

/** The end is fetched again when the warning is due; the warning waits this long for a later end. */
const refetchGraceMs = 3000;

/** Whether the warning is due. @param at - the end of the session. */
function useWarningDue(at: number | undefined): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (at === undefined) return;
    const remainingMs = at - warningMs - Date.now();
    const immediateTimer = setTimeout(() => setDue(remainingMs <= 0), 0);
    const delayedTimer =
      remainingMs > 0 ? setTimeout(() => setDue(true), remainingMs + refetchGraceMs) : undefined;
    return () => {
      clearTimeout(immediateTimer);
      clearTimeout(delayedTimer);
    };
  }, [at]);
  return due;
}
