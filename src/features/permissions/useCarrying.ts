/** Carries people between lists by mouse, pen or finger. Buttons do all of it too: this is only the shorter way. */
import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent } from 'react';
import type { Person } from '#src/machines/teamEdit/teams.ts';

/** Who is carried, and the team they are taken from; null for the list of everybody. */
export type Load = { person: Person; from: string | null };
/** Where somebody is put down that isn't a team. */
export const everybody = 'everybody';

export type Carried = Load & {
  /** CSS pixels within the window. */
  x: number;
  y: number;
  /** What is under the pointer: a team's id, `everybody`, or nothing of the kind. */
  over: string | null;
};

/** So many CSS pixels make a press a movement. */
const slack = 5;
/** So near the window's edge the page scrolls, and so far at a time; CSS pixels. */
const edge = 56;
const step = 14;

const placeAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]')?.dataset.place ?? null;

function scrollNear(y: number): void {
  if (y < edge) window.scrollBy(0, -step);
  else if (y > window.innerHeight - edge) window.scrollBy(0, step);
}

/** A finger scrolls the page unless it takes the handle; a mouse may take the whole line, but no control in it. */
function takes({ pointerType, button, target }: ReactPointerEvent): boolean {
  if (button !== 0 || !(target instanceof Element)) return false;
  if (pointerType === 'touch') return target.closest('[data-handle]') !== null;
  return target.closest('button, input, a') === null;
}

/**
 * @param onPut - told when somebody is put down on a place other than the one they came from.
 * @returns who is being carried, and what to spread on the line of somebody who can be.
 */
export function useCarrying(onPut: (load: Load, place: string) => void) {
  const [begun, setBegun] = useState<(Load & { x: number; y: number }) | null>(null);
  const [carried, setCarried] = useState<Carried | null>(null);
  const put = useEffectEvent((load: Load, place: string | null) => {
    if (place !== null && place !== (load.from ?? everybody)) onPut(load, place);
  });

  useEffect(() => {
    if (!begun) return;
    const { person, from } = begun;
    let moving = false;
    const end = () => {
      setBegun(null);
      setCarried(null);
    };
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      moving ||= Math.hypot(x - begun.x, y - begun.y) > slack;
      if (!moving) return;
      document.getSelection()?.removeAllRanges();
      scrollNear(y);
      setCarried({ person, from, x, y, over: placeAt(x, y) });
    };
    const drop = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (moving) put({ person, from }, placeAt(x, y));
      end();
    };
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
    return () => stop.abort();
  }, [begun]);

  const carry = (load: Load) => ({
    onPointerDown: (event: ReactPointerEvent) => {
      if (takes(event)) setBegun({ ...load, x: event.clientX, y: event.clientY });
    },
  });
  return { carried, carry };
}

export type Carry = ReturnType<typeof useCarrying>['carry'];
