/** Carries people between lists by mouse, pen or finger. Buttons do all of it too: this is only the shorter way. */
import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent } from 'react';
import type { Person } from '#src/machines/teamEdit/teams.ts';

/** Who is carried, and the team they are taken from; null for the list of everybody. */
export type DragItem = { person: Person; from: string | null };
/** Where somebody is put down that isn't a team. */
export const membersPane = 'everybody';

export type DragState = DragItem & {
  /** CSS pixels within the window. */
  x: number;
  y: number;
  /** What is under the pointer: a team's id, `everybody`, or nothing of the kind. */
  over: string | null;
};

/** So many CSS pixels make a press a movement. */
const dragThresholdPx = 5;
/** So near the window's edge the page scrolls, and so far at a time; CSS pixels. */
const scrollEdgePx = 56;
const scrollStepPx = 14;

const dropTargetAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]')?.dataset.place ?? null;

function scrollNear(y: number): void {
  if (y < scrollEdgePx) window.scrollBy(0, -scrollStepPx);
  else if (y > window.innerHeight - scrollEdgePx) window.scrollBy(0, scrollStepPx);
}

/** A finger scrolls the page unless it takes the handle; a mouse may take the whole line, but no control in it. */
function startsDrag({ pointerType, button, target }: ReactPointerEvent): boolean {
  if (button !== 0 || !(target instanceof Element)) return false;
  if (pointerType === 'touch') return target.closest('[data-handle]') !== null;
  return target.closest('button, input, a') === null;
}

/**
 * @param onPut - told when somebody is put down on a place other than the one they came from.
 * @returns who is being carried, and what to spread on the line of somebody who can be.
 */
export function useDragPeople(onPut: (load: DragItem, place: string) => void) {
  const [begun, setBegun] = useState<(DragItem & { x: number; y: number }) | null>(null);
  const [carried, setCarried] = useState<DragState | null>(null);
  const put = useEffectEvent((load: DragItem, place: string | null) => {
    if (place !== null && place !== (load.from ?? membersPane)) onPut(load, place);
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
      moving ||= Math.hypot(x - begun.x, y - begun.y) > dragThresholdPx;
      if (!moving) return;
      document.getSelection()?.removeAllRanges();
      scrollNear(y);
      setCarried({ person, from, x, y, over: dropTargetAt(x, y) });
    };
    const drop = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (moving) put({ person, from }, dropTargetAt(x, y));
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

  const carry = (load: DragItem) => ({
    onPointerDown: (event: ReactPointerEvent) => {
      if (startsDrag(event)) setBegun({ ...load, x: event.clientX, y: event.clientY });
    },
  });
  return { carried, carry };
}

export type DragHandlers = ReturnType<typeof useDragPeople>['carry'];
