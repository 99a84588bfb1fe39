/** The other people's services that this build may use: what each is for, and the scripts that it brings. */
import { readPixels, type PixelName, type PixelSetting } from '@cloakroom/contract/pixels.ts';
import type { Config } from '#src/shared/config.ts';

/** What a person is asked about; payment and video ask where they stand, each time. */
export const purposes = ['chat', 'measurement', 'errors'] as const;
export type Purpose = (typeof purposes)[number];

/** A script that is loaded, and the addresses below which it may load more of its own. */
export type Script = { url: string; below: readonly string[] };

export type Pixel = { name: PixelName; id: string; script: Script };

export type Integrations = {
  payment: { table: string; key: string; script: Script } | null;
  chat: { app: string; script: Script } | null;
  video: string | null;
  pixels: readonly Pixel[];
  errors: { url: string; key: string } | null;
};

type Settings = Pick<
  Config,
  | 'stripePricingTableId'
  | 'stripePublishableKey'
  | 'stripeScriptUrl'
  | 'chatAppId'
  | 'chatScriptUrl'
  | 'tutorialVideoUrl'
  | 'pixels'
  | 'sentryDsn'
>;

/** The usual home of a script, or the one that a setting names, which then has nothing below it. */
const scriptAt = (setting: string, url: string, ...below: string[]): Script =>
  setting === '' ? { url, below } : { url: setting, below: [] };

const pixelScripts: Record<PixelName, (id: string, setting: string) => Script> = {
  google: (id, setting) =>
    scriptAt(
      setting,
      `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`,
      'https://www.googletagmanager.com/',
    ),
  meta: (_, setting) =>
    scriptAt(
      setting,
      'https://connect.facebook.net/en_US/fbevents.js',
      'https://connect.facebook.net/signals/',
    ),
  linkedin: (_, setting) =>
    scriptAt(
      setting,
      'https://snap.licdn.com/li.lms-analytics/insight.min.js',
      'https://snap.licdn.com/li.lms-analytics/',
    ),
};

const pixelOf = ({ name, id, address }: PixelSetting): Pixel => ({
  name,
  id,
  script: pixelScripts[name](id, address),
});

/** `https://key@host/path/project` as the address that takes envelopes, and the key to it; null when it is none. */
export function errorReportsOf(dsn: string): Integrations['errors'] {
  if (!URL.canParse(dsn)) return null;
  const { protocol, host, pathname, username } = new URL(dsn);
  const [, path = '', project] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  return project && username
    ? { url: `${protocol}//${host}${path}/api/${project}/envelope/`, key: username }
    : null;
}

/** What the settings switch on. An integration that is only half configured is off. */
export function integrationsOf(settings: Settings): Integrations {
  const { stripePricingTableId: table, stripePublishableKey: key, chatAppId: app } = settings;
  return {
    payment:
      table && key
        ? {
            table,
            key,
            script: scriptAt(
              settings.stripeScriptUrl,
              'https://js.stripe.com/v3/pricing-table.js',
              'https://js.stripe.com/',
            ),
          }
        : null,
    chat: app
      ? {
          app,
          script: scriptAt(
            settings.chatScriptUrl,
            `https://widget.intercom.io/widget/${encodeURIComponent(app)}`,
            'https://js.intercomcdn.com/',
          ),
        }
      : null,
    video: settings.tutorialVideoUrl || null,
    pixels: (readPixels(settings.pixels) ?? []).map(pixelOf),
    errors: errorReportsOf(settings.sentryDsn),
  };
}

/** What this build asks consent for. */
export const purposesOf = ({ chat, pixels, errors }: Integrations): Purpose[] =>
  purposes.filter((purpose) => ({ chat, measurement: pixels[0], errors })[purpose]);

/** Whether an address is one of the scripts that are switched on. */
export function isAllowedScript(url: string, { payment, chat, pixels }: Integrations): boolean {
  const scripts = [payment?.script, chat?.script, ...pixels.map(({ script }) => script)];
  return scripts.some((script) => script && (script.url === url || isBelow(url, script.below)));
}

/** Compared as the browser reads it, so that no `/../` leads out. */
function isBelow(url: string, prefixes: readonly string[]): boolean {
  return URL.canParse(url) && prefixes.some((prefix) => new URL(url).href.startsWith(prefix));
}
