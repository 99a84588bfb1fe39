/** Whether keys are within reach: whether the console was opened through a proxy. */
import { useStatus } from '#src/queries/status.ts';

/** Undefined until somebody has answered; false while nobody does. */
export function useBehindProxy(): boolean | undefined {
  const { data, isError } = useStatus();
  return data?.behind_proxy ?? (isError ? false : undefined);
}
