/** Goes to a dataset, a schema, a page or another organization by typing a few letters of its name. */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { useDatasets } from '#src/features/datasets/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { useSchemasInAll } from '#src/features/schemas/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { controlStyles } from '#src/ui/form/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Muted, Stack } from '#src/ui/layout.ts';
import { nextLine } from '#src/ui/listKeys.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { entriesOf, findEntries, type PaletteEntry } from './entries.ts';

const Input = styled.input`
  ${controlStyles}
`;
const Options = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 2px;
  padding: 0;
  margin: 0;
  list-style: none;
`;
const Option = styled.li`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${token.space.s};
  align-items: center;
  min-block-size: ${token.control.m};
  padding: ${token.space.xs} ${token.space.s};
  overflow-wrap: anywhere;
  border-radius: ${token.radius.m};
  cursor: pointer;
  &[aria-selected='true'] {
    color: ${token.color.onPrimarySoft};
    background: ${token.color.primarySoft};
  }
  svg {
    flex: none;
  }
`;
const About = styled.span`
  margin-inline-start: auto;
  font-size: ${token.size.s};
`;

/** The number of entries that Page Up and Page Down skip. */
const pageLength = 8;

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { organization, organizations } = useSession();
  const { session } = useActors();
  const navigate = useNavigate();
  const datasets = useDatasets(organization.id).data?.items ?? [];
  const schemas = useSchemasInAll(datasets.map(({ id }) => id)).data ?? new Map<string, never[]>();
  const [text, setText] = useState('');
  const [line, setLine] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const others = organizations.filter((one) => one.id !== organization.id);
  const found = findEntries(entriesOf({ datasets, schemas, organizations: others }), text);
  const current = Math.min(line, found.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current, text]);

  const choose = ({ target }: PaletteEntry) => {
    onClose();
    if ('path' in target) void navigate(target.path);
    else session.send({ type: 'organization.chosen', organization: target.organization });
  };
  const onKey = (event: KeyboardEvent) => {
    const entry = found[current];
    if (event.key === 'Enter' && entry) {
      event.preventDefault();
      choose(entry);
      return;
    }
    // Home and End move in the text.
    const next = /^(Arrow|Page)/.test(event.key)
      ? nextLine(event, current, found.length, pageLength)
      : undefined;
    if (next === undefined) return;
    event.preventDefault();
    setLine(next);
  };
  return (
    <Dialog title="Go to" steady onClose={onClose}>
      <Stack $gap="s">
        <Input
          data-first
          role="combobox"
          aria-label="Dataset, schema or page"
          placeholder="Dataset, schema or page"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-found`}
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setLine(0);
          }}
          onKeyDown={onKey}
        />
        <Options ref={list} id={`${id}-found`} role="listbox" aria-label="Results">
          {found.map((entry, index) => (
            // The keyboard acts on the text field, which names the current option.
            <Option
              key={`${entry.label} ${entry.about} ${index}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              onClick={() => choose(entry)}
            >
              <Icon name={entry.icon} size={16} />
              <span>{entry.label}</span> <About>{entry.about}</About>
            </Option>
          ))}
        </Options>
        {found.length === 0 && <Muted role="status">Nothing matches.</Muted>}
      </Stack>
    </Dialog>
  );
}
