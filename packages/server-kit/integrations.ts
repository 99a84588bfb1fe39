/**
 * Services of others that the console may use where an operator switches them on. The settings are the ones that the console was
 * built with; here they say which hosts its page may reach, and nothing that isn't named is reached.
 *
 * Signing in with Google needs none: people go there and come back.
 */
import { z } from 'zod';
import { type PixelName, type PixelSetting, readPixels } from '@cloakroom/contract/pixels.ts';
import type { Sources } from './contentPolicy.ts';

export type Integration = {
  name: 'payment' | 'chat' | 'video' | 'errors' | `pixel ${PixelName}`;
  sources: Sources;
};

const isAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);
const Address = z.string().refine(isAddress, 'must be an address that begins with https://').default('');
const text = z.string().default('');

/** Spread into each server's settings; an empty one is off. */
export const integrationSettings = {
  VITE_STRIPE_PRICING_TABLE_ID: text,
  VITE_STRIPE_PUBLISHABLE_KEY: text,
  VITE_STRIPE_SCRIPT_URL: Address,
  VITE_CHAT_APP_ID: text,
  VITE_CHAT_SCRIPT_URL: Address,
  VITE_TUTORIAL_VIDEO_URL: z
    .string()
    .refine((address) => isAddress(address) || /^\/[^/]/.test(address), 'must be an address or a path')
    .default(''),
  VITE_PIXELS: z
    .string()
    .transform((setting, context) => {
      const pixels = readPixels(setting);
      if (pixels) return pixels;
      context.addIssue('must be like google=id,meta=id,linkedin=id');
      return z.NEVER;
    })
    .default([]),
  VITE_SENTRY_DSN: Address,
};
type Settings = z.output<z.ZodObject<typeof integrationSettings>>;

/** What the makers of each service say their scripts reach, for the features that the console uses. */
const usual = {
  payment: {
    'script-src': ['https://js.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
    'connect-src': ['https://api.stripe.com'],
  },
  chat: {
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
    // It styles the elements that it puts into the page.
    'style-src': ["'unsafe-inline'"],
  },
  'pixel google': {
    'script-src': ['https://www.googletagmanager.com'],
    'connect-src': ['https://*.google-analytics.com', 'https://*.analytics.google.com'],
    'img-src': ['https://*.google-analytics.com', 'https://www.googletagmanager.com'],
  },
  'pixel meta': {
    'script-src': ['https://connect.facebook.net'],
    'connect-src': ['https://www.facebook.com'],
    'img-src': ['https://www.facebook.com'],
  },
  'pixel linkedin': {
    'script-src': ['https://snap.licdn.com'],
    'connect-src': ['https://px.ads.linkedin.com'],
    'img-src': ['https://px.ads.linkedin.com'],
  },
} satisfies Partial<Record<Integration['name'], Sources>>;

const originOf = (address: string) => new URL(address).origin;

/** The usual hosts, or in their place the one that a setting says the script is at. */
const scripted = (name: keyof typeof usual, address: string): Integration => {
  const sources: Sources = usual[name];
  return {
    name,
    sources: address
      ? Object.fromEntries(Object.keys(sources).map((directive) => [directive, [originOf(address)]]))
      : sources,
  };
};
const framed = (address: string): Integration => ({
  name: 'video',
  sources: { 'frame-src': [address.startsWith('/') ? "'self'" : originOf(address)] },
});
const pixel = ({ name, address }: PixelSetting) => scripted(`pixel ${name}`, address);

/** The integrations that the settings switch on, each with exactly the hosts that it needs. */
export function integrationsOf(settings: Settings): Integration[] {
  const payment = settings.VITE_STRIPE_PRICING_TABLE_ID && settings.VITE_STRIPE_PUBLISHABLE_KEY;
  const errors = settings.VITE_SENTRY_DSN;
  return [
    ...(payment ? [scripted('payment', settings.VITE_STRIPE_SCRIPT_URL)] : []),
    ...(settings.VITE_CHAT_APP_ID ? [scripted('chat', settings.VITE_CHAT_SCRIPT_URL)] : []),
    ...(settings.VITE_TUTORIAL_VIDEO_URL ? [framed(settings.VITE_TUTORIAL_VIDEO_URL)] : []),
    ...(errors ? [{ name: 'errors', sources: { 'connect-src': [originOf(errors)] } } as const] : []),
    ...settings.VITE_PIXELS.map(pixel),
  ];
}
