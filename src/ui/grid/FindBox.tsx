/** The box that searches the loaded rows of a grid. It covers the end of the header, but no row. */
import { useEffect, useRef, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { controlStyles } from '../form/Field.tsx';
import { IconButton } from '../IconButton.tsx';
import { headHeight } from './styles.ts';

/* It has no height, so that the rows do not move. */
const StickyAnchor = styled.div`
  position: sticky;
  inset-block-start: 0;
  inset-inline-start: 0;
  z-index: ${zIndex.sticky + 2};
  block-size: 0;
`;
const Box = styled.div.attrs({ role: 'search' })`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
  display: flex;
  gap: ${token.space.xs};
  align-items: center;
  min-block-size: ${headHeight}px;
  max-inline-size: 100%;
  padding: 2px;
  background: ${token.color.raised};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  box-shadow: ${token.shadow.l};
  output {
    min-inline-size: 5rem;
    font-size: ${token.size.s};
    color: ${token.color.muted};
  }
`;
const Input = styled.input`
  ${controlStyles}
  inline-size: 12rem;
  min-block-size: ${token.control.s};
  min-inline-size: 0;
`;

type FindBoxProps = {
  text: string;
  onText: (text: string) => void;
  /** The index of the current match, from 0. */
  matchIndex: number;
  count: number;
  /** Whether any value can be found. */
  searchable: boolean;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
};

/** Enter goes to the next match, Shift and Enter to the previous one, and Esc closes the box. */
export function FindBox({ text, onText, matchIndex, count, searchable, onStep, onClose }: FindBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target === input.current) onStep(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  const result = !searchable
    ? 'Decrypt to find values'
    : text === ''
      ? ''
      : count === 0
        ? 'No match'
        : `${matchIndex + 1} of ${count}`;
  const obstacle = count === 0 ? 'There is no match.' : undefined;
  return (
    <StickyAnchor>
      <Box aria-label="Find in this page" onKeyDown={onKeyDown}>
        <Input
          ref={input}
          type="search"
          aria-label="Find in this page"
          placeholder="Find in this page"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
        <output>{result}</output>
        <IconButton
          icon="chevronUp"
          size="s"
          label="Previous match"
          unavailable={obstacle}
          onClick={() => onStep(-1)}
        />
        <IconButton
          icon="chevronDown"
          size="s"
          label="Next match"
          unavailable={obstacle}
          onClick={() => onStep(1)}
        />
        <IconButton icon="close" size="s" label="Close find" onClick={onClose} />
      </Box>
    </StickyAnchor>
  );
}
