/** Filters a list while typing. A short list has no search field. */
import { useId } from 'react';
import styled from 'styled-components';
import { formatCount } from '#src/shared/format/counts.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from '../Icon.tsx';
import { controlStyles, Hint } from './Field.tsx';

const Frame = styled.div.attrs({ role: 'search' })`
  display: flex;
  flex-direction: column;
  gap: ${token.space.xs};
  ${Hint} {
    padding-inline: ${token.space.xs};
    font-size: ${token.size.xs};
  }
`;
const Box = styled.span`
  position: relative;
  display: block;
  svg {
    position: absolute;
    inset-block-start: calc(50% - 8px);
    inset-inline-start: ${token.space.sm};
    color: ${token.color.muted};
    pointer-events: none;
  }
  input {
    padding-inline-start: ${token.space.xl};
  }
`;
const Input = styled.input`
  ${controlStyles}
`;

export type FindFieldProps = {
  /** The placeholder and the accessible name. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** The number of matching items. */
  found: number;
  total: number;
};

/** Longer lists have a search field. */
const findThreshold = 8;

export function FindField({ label, value, onChange, found, total }: FindFieldProps) {
  const id = useId();
  if (total <= findThreshold) return null;
  return (
    <Frame aria-label={label}>
      <Box>
        <Icon name="search" size={16} />
        <Input
          type="search"
          aria-label={label}
          placeholder={label}
          aria-describedby={id}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Box>
      <Hint id={id} role="status">
        {value.trim() === ''
          ? `${formatCount(total)} in total`
          : `${formatCount(found)} of ${formatCount(total)}`}
      </Hint>
    </Frame>
  );
}
