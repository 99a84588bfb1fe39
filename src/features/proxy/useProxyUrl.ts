/** The address of the user's proxy: that of the page if a proxy serves it, else as the service's settings or the build say. */
import { useStatus } from '#src/features/connection/index.ts';
import { config } from '#src/shared/config.ts';

export function useProxyUrl(): string {
  const { data } = useStatus();
  if (data?.behind_proxy) return location.origin;
  return (data?.proxy_url ?? config.proxyUrl).replace(/\/+$/, '');
}
