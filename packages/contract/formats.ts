/** The string formats of JSON Schema 2020-12, supported and unsupported. */

/** Each with its description in messages. */
export const supportedFormats = {
  date: 'a date such as 2026-11-23',
  time: 'a time with its offset such as 09:30:00Z',
  'date-time': 'a date and time with its offset such as 2026-11-23T09:30:00Z',
  duration: 'a duration such as P3DT12H',
  email: 'an e-mail address such as ada@example.org',
  hostname: 'a host name such as www.example.org',
  ipv4: 'an IPv4 address such as 192.0.2.1',
  ipv6: 'an IPv6 address such as 2001:db8::1',
  uri: 'an absolute URI such as https://example.org/',
  'uri-reference': 'a URI or a relative reference such as ../page',
  'uri-template': 'a URI template such as /people/{id}',
  uuid: 'a UUID such as 2eb8aa08-aa98-11ea-b4aa-73b441d16380',
  'json-pointer': 'a JSON Pointer such as /people/0',
  'relative-json-pointer': 'a relative JSON Pointer such as 1/name',
  regex: 'a regular expression',
} as const;
export type SupportedFormat = keyof typeof supportedFormats;

/** They need Unicode tables, which differ between versions, so page and proxy could disagree. */
const unsupportedFormats = new Set(['idn-email', 'idn-hostname', 'iri', 'iri-reference']);

export const isSupportedFormat = (format: string): format is SupportedFormat =>
  Object.hasOwn(supportedFormats, format);

/** Whether JSON Schema defines the format and it is unsupported. Undefined names are annotations. */
export const isUnsupportedFormat = (format: string): boolean => unsupportedFormats.has(format);
