/** Goes along when the person goes on in another organization, in this tab or another one. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { useSessionState } from '#src/features/session/useSessionState.ts';

/**
 * @param shown - the id of the organization that the page shows.
 * @returns whether the page is on its way to another one: until it is there, it shows nothing.
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
