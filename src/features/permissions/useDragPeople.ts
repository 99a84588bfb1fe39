/** Drag and drop of people between lists, by mouse, pen or touch. Buttons can do the same. */
import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent } from 'react';
import type { TeamMember } from '#src/machines/teamEdit/teams.ts';

/** The dragged person, and the team they come from; null for the list of members. */
export type DragItem = { person: TeamMember; from: string | null };
/** The drop target that is not a team. */
export const membersPane = 'everyone';

export type DragState = DragItem & {
  /** In CSS pixels, relative to the viewport. */
  x: number;
  y: number;
  /** The drop target under the pointer: a team's id, `membersPane` or null. */
  over: string | null;
};

/** Shorter movements count as a click. */
const dragThresholdPx = 5;
/** Within this distance of the viewport's edge the page scrolls, by one step per pointer event. */
const scrollEdgePx = 56;
const scrollStepPx = 14;

const dropTargetAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]')?.dataset.place ?? null;

function scrollAtEdge(y: number): void {
  if (y < scrollEdgePx) window.scrollBy(0, -scrollStepPx);
  else if (y > window.innerHeight - scrollEdgePx) window.scrollBy(0, scrollStepPx);
}

/** Touch drags only by the handle, because it scrolls elsewhere; a mouse by the whole line except its controls. */
function startsDrag({ pointerType, button, target }: ReactPointerEvent): boolean {
  if (button !== 0 || !(target instanceof Element)) return false;
  if (pointerType === 'touch') return target.closest('[data-handle]') !== null;
  return target.closest('button, input, a') === null;
}

/**
 * @param onDrop - called when a person is dropped on a target other than their origin.
 * @returns the dragged person, and a function that creates the event handlers of a line.
 */
export function useDragPeople(onDrop: (item: DragItem, target: string) => void) {
  const [start, setStart] = useState<(DragItem & { x: number; y: number }) | null>(null);
  const [dragged, setDragged] = useState<DragState | null>(null);
  const dropOn = useEffectEvent((item: DragItem, target: string | null) => {
    if (target !== null && target !== (item.from ?? membersPane)) onDrop(item, target);
  });

  useEffect(() => {
    if (!start) return;
    const { person, from } = start;
    let moving = false;
    const end = () => {
      setStart(null);
      setDragged(null);
    };
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      moving ||= Math.hypot(x - start.x, y - start.y) > dragThresholdPx;
      if (!moving) return;
      document.getSelection()?.removeAllRanges();
      scrollAtEdge(y);
      setDragged({ person, from, x, y, over: dropTargetAt(x, y) });
    };
    const drop = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (moving) dropOn({ person, from }, dropTargetAt(x, y));
      end();
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
    return () => listeners.abort();
  }, [start]);

  const dragHandlers = (item: DragItem) => ({
    onPointerDown: (event: ReactPointerEvent) => {
      if (startsDrag(event)) setStart({ ...item, x: event.clientX, y: event.clientY });
    },
  });
  return { dragged, dragHandlers };
}

export type DragHandlers = ReturnType<typeof useDragPeople>['dragHandlers'];
