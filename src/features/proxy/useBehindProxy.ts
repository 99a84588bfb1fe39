/** Whether keys are within reach: whether the console was opened through a proxy. */
import { connection } from '#src/shared/connection.ts';
import { useStatus } from '#src/features/connection/index.ts';

/** Undefined until somebody has answered, or failed to; then as it was when anybody last did. */
export function useBehindProxy(): boolean | undefined {
  const { data, isError } = useStatus();
  return data?.behind_proxy ?? (isError ? (connection.behindProxy() ?? false) : undefined);
}
