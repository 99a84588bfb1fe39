/** The three ad or analytics services, each started as its documentation says: a queue first, then the script that reads it. */
import type { Pixel, PixelName } from '@cloakroom/contract/integrations.ts';
import { loadScript } from './thirdPartyScripts.ts';

type Queue = ((...command: unknown[]) => void) & { queue?: unknown[]; version?: string; loaded?: boolean };
type Page = {
  dataLayer?: unknown[];
  fbq?: Queue;
  _fbq?: Queue;
  _linkedin_partner_id?: string;
  _linkedin_data_partner_ids?: string[];
};

const page = globalThis as Page;

const prepare: Record<PixelName, (id: string) => void> = {
  google(id) {
    const layer = (page.dataLayer ??= []);
    // The script recognizes commands by the type `arguments`.
    function gtag(..._command: unknown[]) {
      // eslint-disable-next-line prefer-rest-params
      layer.push(arguments);
    }
    gtag('js', new Date());
    gtag('config', id, { allow_ad_personalization_signals: false });
  },
  meta(id) {
    const queue: unknown[] = [];
    const fbq: Queue = Object.assign((...command: unknown[]) => void queue.push(command), {
      queue,
      version: '2.0',
      loaded: true,
    });
    page.fbq ??= fbq;
    page._fbq ??= page.fbq;
    page.fbq('init', id);
    page.fbq('track', 'PageView');
  },
  linkedin(id) {
    page._linkedin_partner_id = id;
    (page._linkedin_data_partner_ids ??= []).push(id);
  },
};

const started = new Set<string>();

/** Starts each pixel once per page. A pixel whose host does not respond is skipped. */
export function startPixels(pixels: readonly Pixel[]): void {
  for (const { name, id, script } of pixels) {
    if (started.has(name)) continue;
    started.add(name);
    prepare[name](id);
    loadScript(script, 'public').catch(() => undefined);
  }
}

const measured = new Set(['/login', '/register', '/accounts/register-confirm', '/terms-of-service']);

/** Whether a page may be measured: it is public, and its address has no query. */
export const isMeasured = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  measured.has(pathname) && search === '';
