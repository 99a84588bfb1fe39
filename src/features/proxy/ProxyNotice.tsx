/** Shows what is unavailable without the proxy, and links to it. */
import { Link, useLocation } from 'react-router';
import { Banner } from '#src/ui/Banner.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { useProxyUrl } from './useProxyUrl.ts';

/** @param props.without - a sentence about what is unavailable. */
export function ProxyNotice({ without }: { without: string }) {
  const { pathname, search } = useLocation();
  const proxyUrl = useProxyUrl();
  return (
    <Banner
      tone="info"
      title="No Proxy Detected"
      actions={
        <>
          <LinkButton size="s" icon="external" href={`${proxyUrl}${pathname}${search}`}>
            Open through your proxy
          </LinkButton>
          <LinkButton size="s" icon="download" to="/help#proxy">
            Get the proxy
          </LinkButton>
        </>
      }
    >
      {without} Your keys never leave your own machine, so this page works in full only through the proxy that
      runs there, at {proxyUrl}. If it doesn’t open, <Link to="/help#proxy">start the proxy</Link> first.
    </Banner>
  );
}
