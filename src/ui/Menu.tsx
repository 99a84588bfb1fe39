/** A button that opens a short list of commands and links in a popover. */
import { createContext, use, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import styled, { css } from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Button, type ButtonProps } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { Icon, type IconName } from './Icon.tsx';
import { positionFloating } from './positionFloating.ts';

export const MenuSheet = styled.div`
  position: fixed;
  inset: var(--y, 0) auto auto var(--x, 0);
  min-inline-size: 12rem;
  max-inline-size: min(24rem, calc(100vw - 16px));
  max-block-size: min(28rem, calc(100dvh - 16px));
  margin: 0;
  padding: ${token.space.xs};
  overflow: auto;
  color: ${token.color.text};
  background: ${token.color.raised};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  box-shadow: ${token.shadow.l};
`;
const entryStyles = css<{ $danger?: boolean }>`
  display: flex;
  gap: ${token.space.sm};
  align-items: center;
  inline-size: 100%;
  min-block-size: ${token.control.m};
  padding: ${token.space.xs} ${token.space.sm};
  font-size: ${token.size.m};
  text-align: start;
  text-decoration: none;
  color: ${({ $danger }) => ($danger ? token.color.danger : token.color.text)};
  background: transparent;
  border: 0;
  border-radius: ${token.radius.s};
  cursor: pointer;
  &:hover,
  &:focus-visible {
    background: ${token.color.primarySoft};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;
const Command = styled.button<{ $danger?: boolean }>`
  ${entryStyles}
`;
const LinkEntry = styled(Link)<{ $danger?: boolean }>`
  ${entryStyles}
`;

/** Closes the list. */
export const CloseMenu = createContext<() => void>(() => undefined);

/** The focusable elements inside, in order. */
export const focusable = (sheet: HTMLElement) => [
  ...sheet.querySelectorAll<HTMLElement>('button, a[href], input, select'),
];

/** Arrow keys, Home and End move the focus among the items. */
export function moveMenuFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const all = focusable(event.currentTarget);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
  const { target, key } = event;
  // A text field handles its keys itself, except those that leave a search field.
  const isSearch =
    target instanceof HTMLInputElement && target.type === 'search' && /^Arrow(Up|Down)$/.test(key);
  if (next === undefined || (target instanceof HTMLInputElement && !isSearch)) return;
  event.preventDefault();
  all[next % all.length]?.focus();
}

const Shown = styled.span`
  max-inline-size: 12rem;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

type MenuProps = Pick<ButtonProps, 'kind' | 'size' | 'icon'> & {
  /** The label of the button and the list. */
  label: string;
  /** Shown on the button instead of the label, for example the current choice. Truncated if it is long. */
  shown?: string;
  /** Shows only the icon; the label is its accessible name. */
  bare?: boolean;
  /** The edge of the button to which the list is aligned. */
  align?: 'start' | 'end';
  /** `MenuItem`s, `MenuLink`s, or any small controls. */
  children: ReactNode;
};

/** Arrow keys, Home and End move the focus; Esc and a click outside close the list, and Esc returns the focus. */
export function Menu(props: MenuProps) {
  const { label, shown, align = 'start', bare = false, icon, kind, size, children } = props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const close = () => {
    sheet.current?.togglePopover(false);
    anchor.current?.focus();
  };
  const onOpenChange = (open: boolean) => {
    setIsOpen(open);
    if (!open || !sheet.current || !anchor.current) return;
    positionFloating(sheet.current, anchor.current, align);
    focusable(sheet.current)[0]?.focus();
  };
  const trigger = {
    ref: anchor,
    popoverTarget: id,
    'aria-expanded': isOpen,
    ...(shown !== undefined && { 'aria-label': `${label}: ${shown}` }),
    ...(kind && { kind }),
    ...(size && { size }),
  };
  return (
    <>
      {bare && icon ? (
        <IconButton {...trigger} icon={icon} label={label} />
      ) : (
        <Button {...trigger} {...(icon && { icon })}>
          {shown === undefined ? label : <Shown>{shown}</Shown>}
          <Icon name="chevronDown" size={16} />
        </Button>
      )}
      <MenuSheet
        ref={sheet}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        onToggle={(event) => onOpenChange(event.newState === 'open')}
        onKeyDown={moveMenuFocus}
      >
        <CloseMenu value={close}>{children}</CloseMenu>
      </MenuSheet>
    </>
  );
}

const Mark = styled.span`
  margin-inline-start: auto;
`;

type EntryProps = { icon?: IconName; children: ReactNode };

/** A command. Selecting it closes the list and then runs the command. */
export function MenuItem({
  icon,
  danger = false,
  current,
  onSelect,
  children,
}: EntryProps & {
  danger?: boolean;
  /** Whether this is the current choice. */
  current?: boolean;
  onSelect: () => void;
}) {
  const close = use(CloseMenu);
  const run = () => {
    close();
    onSelect();
  };
  return (
    <Command type="button" $danger={danger} aria-pressed={current} onClick={run}>
      {icon && <Icon name={icon} />}
      {children}
      {current && (
        <Mark>
          <Icon name="check" size={16} />
        </Mark>
      )}
    </Command>
  );
}

/** A link to another page. */
export function MenuLink({ icon, to, children }: EntryProps & { to: string }) {
  const close = use(CloseMenu);
  return (
    <LinkEntry to={to} onClick={close}>
      {icon && <Icon name={icon} />}
      {children}
    </LinkEntry>
  );
}
