/** The menu of saved views: choose, save, update, rename and delete one. */
import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import { Failure } from '#src/shared/failure.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FindField } from '#src/ui/form/FindField.tsx';
import { Row } from '#src/ui/layout.ts';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';
import type { ViewsState } from './useViews.ts';
import type { ViewTask } from './ViewDialog.tsx';

const ViewDialog = lazy(async () => ({ default: (await import('./ViewDialog.tsx')).ViewDialog }));

const Notes = styled.p`
  max-inline-size: 22rem;
  padding: ${token.space.xs} ${token.space.sm};
  font-size: ${token.size.s};
  color: ${token.color.muted};
`;
const Rule = styled.hr`
  margin: ${token.space.xs} 0;
  border: 0;
  border-block-start: 1px solid ${token.color.border};
`;

type ViewsMenuProps = { views: ViewsState; behindProxy: boolean | undefined };

export function ViewsMenu({ views, behindProxy }: ViewsMenuProps) {
  const [task, setTask] = useState<ViewTask>();
  const offline = useOfflineReason('Saved views need your proxy and the service.');
  const { current, differs } = views;
  if (behindProxy === undefined) return null;
  if (!behindProxy)
    return (
      <Button
        size="s"
        icon="eye"
        unavailable="Saved views are sealed, and your proxy has the key. None was detected."
      >
        Views
      </Button>
    );
  return (
    <Row $gap="xs">
      <Menu label="Views" icon="eye" size="s" {...(current && { shown: current.view!.name })}>
        <Choices views={views} />
        <Rule />
        {current && differs && (
          <>
            <MenuItem icon="check" onSelect={views.update}>
              Save changes to this view
            </MenuItem>
            <MenuItem icon="refresh" onSelect={() => views.show(current)}>
              Discard changes
            </MenuItem>
          </>
        )}
        <MenuItem icon="plus" onSelect={() => setTask({ kind: 'save' })}>
          Save as a new view
        </MenuItem>
        {current && (
          <>
            <MenuItem icon="edit" onSelect={() => setTask({ kind: 'rename', view: current })}>
              Rename view
            </MenuItem>
            <MenuItem danger icon="trash" onSelect={() => setTask({ kind: 'delete', view: current })}>
              Delete view
            </MenuItem>
          </>
        )}
      </Menu>
      {current && differs && <Badge tone="accent">Changed</Badge>}
      <Suspense>
        {task && (
          <ViewDialog task={task} views={views} unavailable={offline} onClose={() => setTask(undefined)} />
        )}
      </Suspense>
    </Row>
  );
}

function Choices({ views }: { views: ViewsState }) {
  const { list, error, current } = views;
  const [text, setText] = useState('');
  if (error) return <Notes role="alert">{Failure.from(error).message}</Notes>;
  if (!list) return <Notes>Loading the views…</Notes>;
  const all = list.filter(({ view }) => view !== null);
  const open = all.filter(({ view }) => view!.name.toLowerCase().includes(text.trim().toLowerCase()));
  const closed = list.filter(({ view }) => view === null);
  return (
    <>
      {list.length === 0 && (
        <Notes>No saved views yet. A view keeps filters, order and columns, for all who may search.</Notes>
      )}
      <FindField label="Find a view" value={text} onChange={setText} found={open.length} total={all.length} />
      {open.map((each) => (
        <MenuItem key={each.id} current={each.id === current?.id} onSelect={() => views.show(each)}>
          {each.view!.name}
        </MenuItem>
      ))}
      {closed.length > 0 && (
        <Notes>
          {closed.length === 1 ? '1 view stays closed. ' : `${closed.length} views stay closed. `}
          {closed[0]!.problem}
        </Notes>
      )}
    </>
  );
}
