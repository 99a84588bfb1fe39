/** Opens the palette, as Ctrl+K and ⌘K do from everywhere. */
import { lazy, Suspense, useEffect, useState } from 'react';
import styled from 'styled-components';
import { IconButton } from '#src/ui/IconButton.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette.tsx')).CommandPalette,
}));

/* At the end of the bar, before the elements that follow. */
const ButtonSlot = styled.span`
  margin-inline-start: auto;
  && + * {
    margin-inline-start: 0;
  }
`;

export function PaletteButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isChord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isChord || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
      event.preventDefault();
      // An open dialog has to be closed first.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <ButtonSlot>
      <IconButton
        icon="search"
        label="Go to a dataset, schema or page"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ButtonSlot>
  );
}
