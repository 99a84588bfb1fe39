/** The field in which a filter is typed, with completion of names, operators and choices. */
import { useId, useState, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { FieldError } from '#src/ui/form/Field.tsx';
import { Input } from '#src/ui/form/TextField.tsx';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import type { FilterRow } from './recordFilters.ts';
import type { RecordField } from './recordRows.ts';
import { readTypedFilter } from './typedFilter.ts';

const Place = styled.div`
  position: relative;
  inline-size: 11rem;
  ${screen.phone} {
    inline-size: 100%;
  }
`;
const Options = styled.ul`
  position: absolute;
  inset-block-start: 100%;
  inset-inline-start: 0;
  min-inline-size: 100%;
  max-inline-size: min(22rem, calc(100vw - 32px));
  z-index: ${zIndex.sticky + 3};
  max-block-size: 18rem;
  padding: ${token.space.xs};
  margin: 2px 0 0;
  overflow: auto;
  list-style: none;
  background: ${token.color.raised};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  box-shadow: ${token.shadow.l};
  &:empty {
    display: none;
  }
`;
const Option = styled.li`
  min-block-size: ${token.control.s};
  padding: ${token.space.xs} ${token.space.s};
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  border-radius: ${token.radius.s};
  cursor: pointer;
  &[aria-selected='true'] {
    color: ${token.color.onPrimarySoft};
    background: ${token.color.primarySoft};
  }
`;

type TypedFilterFieldProps = {
  /** In the order of the columns. */
  fields: readonly RecordField[];
  onFilter: (row: FilterRow) => void;
  /** Why no filter can be applied now. */
  obstacle: string | undefined;
};

/** Enter applies a filter, or takes the marked completion, which the arrow keys choose. */
export function TypedFilterField({ fields, onFilter, obstacle }: TypedFilterFieldProps) {
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(-1);
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const { row, expected, completions } = readTypedFilter(text, fields);
  const options = isOpen ? completions : [];
  const change = (next: string) => {
    setText(next);
    setMarked(-1);
    setProblem(undefined);
    setIsOpen(true);
  };
  const submit = () => {
    const completion = options[marked];
    if (completion) change(completion.text);
    else if (row && obstacle === undefined) {
      onFilter(row);
      change('');
      setIsOpen(false);
    } else if (text.trim() !== '') setProblem(obstacle ?? expected);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const count = options.length;
    if (key === 'Enter') submit();
    else if (key === 'ArrowDown' && !isOpen) setIsOpen(true);
    else if (key === 'ArrowDown' && count > 0) setMarked((marked + 1) % count);
    else if (key === 'ArrowUp' && count > 0) setMarked((marked <= 0 ? count : marked) - 1);
    else if (key === 'Escape' && isOpen && count > 0) setIsOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <Place>
      <Input
        role="combobox"
        aria-label="Type a filter"
        placeholder="Filter: age > 30"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-options`}
        aria-autocomplete="list"
        aria-activedescendant={marked >= 0 ? `${id}-${marked}` : undefined}
        {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={({ target }) => change(target.value)}
        // A tap opens the list, as the arrow key does.
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
      />
      <Options id={`${id}-options`} role="listbox" aria-label="Completions">
        {options.map((option, at) => (
          <Option
            key={option.text}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === marked}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => change(option.text)}
          >
            {option.label}
          </Option>
        ))}
      </Options>
      {problem !== undefined && <FieldError id={id}>{problem}</FieldError>}
    </Place>
  );
}
