/** Debounces a value. */
import { useEffect, useState } from 'react';

/** @returns the last value that did not change for `ms`. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
