/** Warns two minutes before a session ends. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSessionEnd, warningMs } from './queries.ts';

const ExpiryDialog = lazy(async () => ({ default: (await import('./ExpiryDialog.tsx')).ExpiryDialog }));

/** Shows nothing while there is time. */
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

/** The question whether the end was put off goes out when the warning is due: it is given this long, in milliseconds. */
const checkMs = 3000;

/** Whether the warning about an end is due. */
function useWarningDue(at: number | undefined): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (at === undefined) return;
    const wait = at - warningMs - Date.now();
    const now = setTimeout(() => setDue(wait <= 0), 0);
    const then = wait > 0 ? setTimeout(() => setDue(true), wait + checkMs) : undefined;
    return () => {
      clearTimeout(now);
      clearTimeout(then);
    };
  }, [at]);
  return due;
}
