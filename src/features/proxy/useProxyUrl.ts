/** The address of the user's proxy: that of the page if a proxy serves it, else the one in the settings of the service or of the build. */
import { useStatus } from '#src/features/connection/index.ts';
import { config } from '#src/shared/config.ts';

export function useProxyUrl(): string {
  const { data } = useStatus();
  if (data?.behind_proxy) return location.origin;
  return (data?.proxy_url ?? config.proxyUrl).replace(/\/+$/, '');
}
