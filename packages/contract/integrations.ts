/** Third-party integrations, for the console, which loads their scripts, and for the servers, whose content policy allows them. */

/** Allowed origins by directive of the content policy. */
export type Sources = Readonly<Record<string, readonly string[]>>;

type Provider = {
  /** The address of the script for an account. */
  script: (account: string) => string;
  /** Addresses below which the script loads more scripts. */
  scriptsBelow: readonly string[];
  /** What the provider documents that its script reaches, for the features that the console uses. */
  sources: Sources;
};

export const pixelNames = ['google', 'meta', 'linkedin'] as const;
export type PixelName = (typeof pixelNames)[number];

const providers: Record<'payment' | 'chat' | PixelName, Provider> = {
  payment: {
    script: () => 'https://js.stripe.com/v3/pricing-table.js',
    scriptsBelow: ['https://js.stripe.com/'],
    sources: {
      'script-src': ['https://js.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
    },
  },
  chat: {
    script: (app) => `https://widget.intercom.io/widget/${encodeURIComponent(app)}`,
    scriptsBelow: ['https://js.intercomcdn.com/'],
    sources: {
      'script-src': ['https://widget.intercom.io', 'https://js.intercomcdn.com'],
      'connect-src': [
        'https://api-iam.intercom.io',
        'https://nexus-websocket-a.intercom.io',
        'wss://nexus-websocket-a.intercom.io',
        'https://nexus-websocket-b.intercom.io',
        'wss://nexus-websocket-b.intercom.io',
        'https://uploads.intercomcdn.com',
      ],
      'img-src': [
        'https://js.intercomcdn.com',
        'https://static.intercomassets.com',
        'https://downloads.intercomcdn.com',
        'https://uploads.intercomusercontent.com',
      ],
      'font-src': ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
      'media-src': ['https://js.intercomcdn.com'],
      'frame-src': ['https://intercom-sheets.com'],
      // The script styles the elements that it adds to the page.
      'style-src': ["'unsafe-inline'"],
    },
  },
  google: {
    script: (id) => `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`,
    scriptsBelow: ['https://www.googletagmanager.com/'],
    sources: {
      'script-src': ['https://www.googletagmanager.com'],
      'connect-src': ['https://*.google-analytics.com', 'https://*.analytics.google.com'],
      'img-src': ['https://*.google-analytics.com', 'https://www.googletagmanager.com'],
    },
  },
  meta: {
    script: () => 'https://connect.facebook.net/en_US/fbevents.js',
    scriptsBelow: ['https://connect.facebook.net/signals/'],
    sources: {
      'script-src': ['https://connect.facebook.net'],
      'connect-src': ['https://www.facebook.com'],
      'img-src': ['https://www.facebook.com'],
    },
  },
  linkedin: {
    script: () => 'https://snap.licdn.com/li.lms-analytics/insight.min.js',
    scriptsBelow: ['https://snap.licdn.com/li.lms-analytics/'],
    sources: {
      'script-src': ['https://snap.licdn.com'],
      'connect-src': ['https://px.ads.linkedin.com'],
      'img-src': ['https://px.ads.linkedin.com'],
    },
  },
};

/** A script that the page may load, the addresses below which it may load more scripts, and what it reaches. */
export type Script = { url: string; below: readonly string[]; sources: Sources };
export type Pixel = { name: PixelName; id: string; script: Script };

export type IntegrationSettings = {
  VITE_STRIPE_PRICING_TABLE_ID: string;
  VITE_STRIPE_PUBLISHABLE_KEY: string;
  VITE_STRIPE_SCRIPT_URL: string;
  VITE_CHAT_APP_ID: string;
  VITE_CHAT_SCRIPT_URL: string;
  VITE_TUTORIAL_VIDEO_URL: string;
  /** See {@link readPixels}. */
  VITE_PIXELS: string;
  VITE_SENTRY_DSN: string;
};

/** What the settings switch on; null is off. */
export type Integrations = {
  payment: { table: string; key: string; script: Script } | null;
  chat: { app: string; script: Script } | null;
  video: { url: string; sources: Sources } | null;
  errors: { dsn: string; sources: Sources } | null;
  pixels: readonly Pixel[];
};

/**
 * Reads `name=id` or `name=id@address`, separated by commas: `google=G-1,meta=2@https://host.example/meta.js`.
 * @returns the pixels; null if a part is neither.
 */
export function readPixels(setting: string): Pixel[] | null {
  const parts = setting.split(',').map((part) => part.trim());
  const pixels = parts.filter(Boolean).map((part): Pixel | null => {
    const [, pixelName, id = '', address = ''] = /^(\w+)=([^@\s]+)(?:@(\S+))?$/.exec(part) ?? [];
    const name = pixelNames.find((known) => known === pixelName);
    if (!name || (address !== '' && !URL.canParse(address))) return null;
    return { name, id, script: scriptOf(name, id, address) };
  });
  return pixels.every((pixel) => pixel !== null) ? pixels : null;
}

/** Reads the settings. An integration whose settings are incomplete is off. */
export function integrationsOf(settings: IntegrationSettings): Integrations {
  const {
    VITE_STRIPE_PRICING_TABLE_ID: table,
    VITE_STRIPE_PUBLISHABLE_KEY: key,
    VITE_CHAT_APP_ID: app,
    VITE_TUTORIAL_VIDEO_URL: video,
    VITE_SENTRY_DSN: dsn,
  } = settings;
  return {
    payment:
      table && key
        ? { table, key, script: scriptOf('payment', table, settings.VITE_STRIPE_SCRIPT_URL) }
        : null,
    chat: app ? { app, script: scriptOf('chat', app, settings.VITE_CHAT_SCRIPT_URL) } : null,
    video: video
      ? { url: video, sources: { 'frame-src': [URL.canParse(video) ? new URL(video).origin : "'self'"] } }
      : null,
    errors: isDsn(dsn) ? { dsn, sources: { 'connect-src': [new URL(dsn).origin] } } : null,
    pixels: readPixels(settings.VITE_PIXELS) ?? [],
  };
}

/** The sources of all integrations that are on. */
export const sourcesOf = ({ payment, chat, video, errors, pixels }: Integrations): Sources[] =>
  [payment?.script, chat?.script, video, errors, ...pixels.map(({ script }) => script)].flatMap((part) =>
    part ? [part.sources] : [],
  );

/** Whether an error reporter's address has a key and a project: `https://key@host/7`. */
const isDsn = (text: string): boolean =>
  URL.canParse(text) && new URL(text).username !== '' && /\/\d+$/.test(new URL(text).pathname);

/** A script at the operator's own address may load and reach that origin alone. */
function scriptOf(name: keyof typeof providers, account: string, address: string): Script {
  const { script, scriptsBelow, sources } = providers[name];
  if (address === '') return { url: script(account), below: scriptsBelow, sources };
  const own = [new URL(address).origin];
  return {
    url: address,
    below: [],
    sources: Object.fromEntries(Object.keys(sources).map((directive) => [directive, own])),
  };
}
