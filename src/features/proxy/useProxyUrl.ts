/** The address of the user's proxy: as the service's settings say, else as the console was built. */
import { useStatus } from '#src/features/connection/index.ts';
import { config } from '#src/shared/config.ts';

export function useProxyUrl(): string {
  const { data } = useStatus();
  return (data?.proxy_url ?? config.proxyUrl).replace(/\/+$/, '');
}
