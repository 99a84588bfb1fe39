/** Whether the console was opened through a proxy, which holds the keys. */
import { connection } from '#src/shared/connection.ts';
import { useStatus } from '#src/features/connection/index.ts';

/** Undefined until the first status call has ended; if it failed, the last known value. */
export function useBehindProxy(): boolean | undefined {
  const { data, isError } = useStatus();
  return data?.behind_proxy ?? (isError ? (connection.behindProxy() ?? false) : undefined);
}
