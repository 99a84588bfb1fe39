/** A form whose first values change while it is open. */
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { show } from '#tests/src/support/render.tsx';

const Names = z.object({ first: z.string(), last: z.string() });

/** A form whose last name changes by a button. */
function Marrying() {
  const [last, setLast] = useState('Byron');
  return (
    <>
      <button onClick={() => setLast('King')}>Marry</button>
      <Form schema={Names} submit="Save" values={{ first: 'Ada', last }} onSubmit={() => undefined}>
        <TextField label="First name" name="first" />
        <TextField label="Last name" name="last" />
      </Form>
    </>
  );
}

const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('an unchanged field takes the new value', async () => {
  const { user } = show(<Marrying />);
  await user.type(screen.getByLabelText('First name'), 'line');
  await user.click(screen.getByText('Marry'));
  expect([value('First name'), value('Last name')]).toEqual(['Adaline', 'King']);
});

test('a changed field keeps what was typed', async () => {
  const { user } = show(<Marrying />);
  await user.clear(screen.getByLabelText('Last name'));
  await user.type(screen.getByLabelText('Last name'), 'Lovelace');
  await user.click(screen.getByText('Marry'));
  expect(value('Last name')).toBe('Lovelace');
});
