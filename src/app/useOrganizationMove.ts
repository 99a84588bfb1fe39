/** Follows when the user switches to another organization in this or another tab. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { useSessionState } from '#src/features/session/useSessionState.ts';

/**
 * @param shown - the id of the organization of the page.
 * @returns whether the page is switching; it shows nothing meanwhile.
 */
export function useOrganizationMove(shown: string): boolean {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const state = useSessionState();
  const wanted = state.hasTag('known') ? (state.context.organization?.id ?? '') : shown;
  const moving = wanted !== shown;

  const move = useEffectEvent(async () => {
    client.clear();
    await navigate('/datasets');
    await revalidate();
  });
  useEffect(() => {
    if (moving) void move();
  }, [moving, wanted]);
  return moving;
}
