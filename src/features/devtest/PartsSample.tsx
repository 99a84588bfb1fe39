/** The other components: forms, dialogs, states, badges, lists and icons. */
import { useState } from 'react';
import { z } from 'zod';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { Select } from '#src/ui/form/Select.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { iconPaths, type IconName } from '#src/ui/iconPaths.ts';
import { Narrow, PlainList, Row, Stack } from '#src/ui/layout.ts';
import { LogoMark } from '#src/ui/Logo.tsx';
import { LongList } from '#src/ui/LongList.tsx';
import { Progress } from '#src/ui/Progress.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Spinner } from '#src/ui/Spinner.tsx';
import { Sample } from './Sample.tsx';

const SampleValues = z.object({
  text: z.string().min(1).max(10, 'At most 10 characters.'),
  secret: z.string().min(8, 'At least 8 characters.'),
  choice: z.enum(['one', 'two']),
  more: z.string().optional(),
  sure: z.literal(true),
});
const badges = ['plain', 'primary', 'accent', 'success', 'warning', 'error', 'info'] as const;
const icons = Object.keys(iconPaths) as IconName[];
const lines = Array.from({ length: 1000 }, (_, at) => `Line ${at + 1} of a thousand`);
const noop = () => undefined;

function FormSample() {
  const [sent, setSent] = useState('');
  return (
    <Sample title="Forms">
      <Narrow>
        <Form
          label="Sample form"
          schema={SampleValues}
          submit="Submit"
          values={{ choice: 'two' }}
          onSubmit={(values) => setSent(JSON.stringify(Object.keys(values)))}
        >
          <TextField label="Text" name="text" hint="One to ten characters." />
          <PasswordField label="Secret" name="secret" autoComplete="new-password" />
          <Select
            label="Choice"
            name="choice"
            options={[
              { value: 'one', label: 'The one' },
              { value: 'two', label: 'The other' },
            ]}
          />
          <TextArea label="More" name="more" optional />
          <Checkbox label="I am sure" name="sure" />
        </Form>
      </Narrow>
      <p role="status">{sent && `These would have been sent: ${sent}`}</p>
    </Sample>
  );
}

type SampleDialog = 'dialog' | 'danger' | 'reading' | null;

function DialogSample() {
  const [open, setOpen] = useState<SampleDialog>(null);
  const close = () => setOpen(null);
  return (
    <Sample title="Dialogs" row>
      <Button onClick={() => setOpen('dialog')}>A dialog</Button>
      <Button onClick={() => setOpen('danger')}>A dangerous question</Button>
      <Button onClick={() => setOpen('reading')}>A long text</Button>
      {open === 'dialog' && (
        <Dialog title="A dialog" onClose={close} footer={<Button onClick={close}>OK</Button>}>
          Esc, the close button and the button below close it; the focus returns to where it was.
        </Dialog>
      )}
      {open === 'danger' && (
        <ConfirmDialog title="Delete everything?" confirm="Delete" danger onConfirm={noop} onClose={close}>
          Nothing happens: this is a sample.
        </ConfirmDialog>
      )}
      {open === 'reading' && (
        <Dialog title="A long text" reading onClose={close}>
          <Stack>
            {lines.slice(0, 60).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Stack>
        </Dialog>
      )}
    </Sample>
  );
}

export const PartsSample = () => (
  <Stack $gap="l">
    <FormSample />
    <DialogSample />
    <Sample title="Waiting">
      <Row $gap="l">
        <Spinner /> <LogoMark />
      </Row>
      <Progress label="A third" value={33} text="33 of 100" />
      <Progress label="In progress" />
      <Skeleton label="Loading a sample" lines={3} />
    </Sample>
    <Sample title="Empty">
      <EmptyState icon="inbox" title="Nothing is here yet" actions={<Button>Add something</Button>}>
        An empty state says why it is empty, and what to do next.
      </EmptyState>
    </Sample>
    <Sample title="Badges" row>
      {badges.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Badge tone="primary" icon="lock">
        with icon
      </Badge>
    </Sample>
    <Sample title="Facts">
      <DescriptionList
        facts={[
          { name: 'Name', value: 'Analytical Engines' },
          { name: 'Slug', value: <code>analytical-engines</code> },
        ]}
      />
    </Sample>
    <Sample title="A long list">
      <LongList label="Sample lines" items={lines} itemKey={(line) => line} lineHeight={28}>
        {(line, stop) => (
          <button type="button" {...stop}>
            {line}
          </button>
        )}
      </LongList>
    </Sample>
    <Sample title="Icons">
      <Row as={PlainList} $gap="m">
        {icons.map((name) => (
          <li key={name}>
            <Icon name={name} size={24} label={name} />
          </li>
        ))}
      </Row>
    </Sample>
  </Stack>
);
