/** Measures visits of public pages, where that is set up and allowed. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useConsent } from './consent.ts';
import { integrations } from './thirdPartyScripts.ts';
import { isMeasured, startPixels } from './pixels.ts';

export function Measurement() {
  const allowed = useConsent()?.includes('measurement') ?? false;
  const here = isMeasured(useLocation());
  useEffect(() => {
    if (allowed && here) startPixels(integrations.pixels);
  }, [allowed, here]);
  return null;
}
