/** The Content-Security-Policy: this origin only, and the integrations that the operator switched on. */

import type { Sources } from '@cloakroom/contract/integrations.ts';

/** The hash of the empty string: styled-components inserts an empty style element, then adds rules by script. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
const inlineStyle = "'unsafe-inline'";
const self = ["'self'"];
const none = ["'none'"];

/** Code from this origin only, no framing, and no string is evaluated as code or markup. */
export const ownSources: Sources = {
  'default-src': none,
  'script-src': self,
  'style-src': [...self, emptyStyle],
  'img-src': [...self, 'data:', 'blob:'],
  'font-src': self,
  'connect-src': self,
  'manifest-src': self,
  'worker-src': self,
  'frame-ancestors': none,
  'base-uri': none,
  'object-src': none,
  'form-action': self,
  'require-trusted-types-for': ["'script'"],
};

/** The sources of the console's page: `ownSources` and those of each integration. All other responses have `ownSources`. */
export function pageSources(additional: readonly Sources[]): Sources {
  const sources: Record<string, readonly string[]> = { ...ownSources };
  for (const integration of additional)
    for (const [directive, more] of Object.entries(integration))
      sources[directive] = [...new Set([...(sources[directive] ?? []), ...more])];
  const styles = sources['style-src'] ?? [];
  // Browsers ignore 'unsafe-inline' beside a hash.
  if (styles.includes(inlineStyle)) sources['style-src'] = styles.filter((source) => source !== emptyStyle);
  return sources;
}

/** Formats the sources as the header's value. */
export const policyText = (sources: Sources): string =>
  Object.entries(sources)
    .map(([directive, values]) => [directive, ...values].join(' '))
    .join(';');
