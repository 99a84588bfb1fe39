/** The search text of a list, kept in the address so that going back finds the same list. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';

export function useSearchText(): [searchText: string, setSearchText: (text: string) => void] {
  const [query, setQuery] = useSearchParams();
  // The address changes after a delay, the field has to follow at once.
  const [searchText, setText] = useState(query.get('find') ?? '');
  const setSearchText = (text: string) => {
    setText(text);
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (text === '') next.delete('find');
        else next.set('find', text);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [searchText, setSearchText];
}
