/** A value that waits until typing pauses. */
import { useEffect, useState } from 'react';

/** @returns the value as it was when it last stood still for `ms`. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
