/** Measures visits of public pages, if that is configured and allowed. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useConsent } from './consent.ts';
import { integrations } from '#src/shared/config.ts';
import { isMeasured, startPixels } from './pixels.ts';

export function Measurement() {
  const allowed = useConsent()?.includes('measurement') ?? false;
  const measured = isMeasured(useLocation());
  useEffect(() => {
    if (allowed && measured) startPixels(integrations.pixels);
  }, [allowed, measured]);
  return null;
}
