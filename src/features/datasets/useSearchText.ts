/** The words that a list is narrowed by: they stay in the address, so that coming back finds the same list. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';

export function useSearchText(): [words: string, find: (words: string) => void] {
  const [query, setQuery] = useSearchParams();
  // The address follows a moment later; the field can't wait for it.
  const [words, setWords] = useState(query.get('find') ?? '');
  const find = (wanted: string) => {
    setWords(wanted);
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (wanted === '') after.delete('find');
        else after.set('find', wanted);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [words, find];
}
