/** Says what is unavailable without the proxy, and links to it. */
import { useLocation } from 'react-router';
import { config } from '#src/shared/config.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';

/** @param props.without - a sentence that says what is unavailable. */
export function ProxyNotice({ without }: { without: string }) {
  const { pathname, search } = useLocation();
  const proxyPageUrl = `${config.proxyUrl.replace(/\/$/, '')}${pathname}${search}`;
  return (
    <Banner
      tone="info"
      title="No Proxy Detected"
      actions={
        <LinkButton size="s" icon="external" href={proxyPageUrl}>
          Open through your proxy
        </LinkButton>
      }
    >
      {without} Your keys never leave your own machine, so this page works in full only through the proxy that
      runs there. Start it, then open <a href={proxyPageUrl}>{config.proxyUrl}</a>.
    </Banner>
  );
}
