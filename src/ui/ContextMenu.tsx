/** A list of commands beside an element that has no menu button, such as a cell or a column. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import { CloseMenu, focusable, MenuSheet, moveMenuFocus } from './Menu.tsx';
import { positionFloating } from './positionFloating.ts';

type ContextMenuProps = {
  label: string;
  /** Gets the focus when the list is closed. */
  anchor: HTMLElement;
  onClose: () => void;
  /** `MenuItem`s. */
  children: ReactNode;
};

/** Open while it is rendered. Esc, Tab and a press outside close it. */
export function ContextMenu({ label, anchor, onClose, children }: ContextMenuProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const close = () => {
    onClose();
    anchor.focus();
  };
  useLayoutEffect(() => {
    if (!sheet.current) return;
    sheet.current.togglePopover(true);
    positionFloating(sheet.current, anchor);
    focusable(sheet.current)[0]?.focus();
  }, [anchor]);
  const onPress = useEffectEvent(({ target }: Event) => {
    if (!sheet.current?.contains(target as Node)) onClose();
  });
  useEffect(() => {
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => document.removeEventListener('pointerdown', onPress, { capture: true });
  }, []);
  return (
    // Not `auto`: releasing the right mouse button would close the list that pressing it has opened.
    <MenuSheet
      ref={sheet}
      popover="manual"
      role="group"
      aria-label={label}
      onKeyDown={(event) => {
        // The surrounding grid must not handle the keys.
        event.stopPropagation();
        if (event.key === 'Escape' || event.key === 'Tab') {
          event.preventDefault();
          close();
        } else moveMenuFocus(event);
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <CloseMenu value={close}>{children}</CloseMenu>
    </MenuSheet>
  );
}
