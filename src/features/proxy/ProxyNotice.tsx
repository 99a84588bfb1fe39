/** What can't be done without the proxy, and the way to it. */
import { useLocation } from 'react-router';
import { config } from '#src/shared/config.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';

/** @param props.without - what is missing meanwhile, as a sentence. */
export function ProxyNotice({ without }: { without: string }) {
  const { pathname, search } = useLocation();
  const here = `${config.proxyUrl.replace(/\/$/, '')}${pathname}${search}`;
  return (
    <Banner
      tone="info"
      title="No Proxy Detected"
      actions={
        <LinkButton size="s" icon="external" href={here}>
          Open through your proxy
        </LinkButton>
      }
    >
      {without} Your keys never leave your own machine, so this page works in full only through the proxy that
      runs there. Start it, then open <a href={here}>{config.proxyUrl}</a>.
    </Banner>
  );
}
