/** Detects a finger that rests on an element, which not every browser reports as `contextmenu`. */
import { useEffect, useRef } from 'react';

const longPressMs = 550;

/** @param onLongPress - called with the element under the finger. */
export function useLongPress(onLongPress: (target: Element) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => cancel, []);
  return {
    onTouchStart: ({ target }: { target: unknown }) => {
      cancel();
      timer.current = setTimeout(() => onLongPress(target as Element), longPressMs);
    },
    onTouchMove: cancel,
    onTouchEnd: cancel,
    onTouchCancel: cancel,
  };
}
