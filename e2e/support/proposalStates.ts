/** States of the pages on which files are dropped and datasets are changed. */
import type { Page } from '@playwright/test';
import { button, records, state, type ScreenState } from './screenState.ts';
import type { Sample } from './sample.ts';

const dataset = ({ dataset: path }: Sample) => path;
const columns = ['Last Name', 'Age', 'Zip', 'Ward'];
const patients = [
  columns.join(','),
  ...Array.from(
    { length: 40 },
    (_, index) => `Guest ${index},${18 + index},0${1000 + index},${'ABC'[index % 3]}`,
  ),
].join('\n');

async function propose(page: Page): Promise<void> {
  const file = { name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(patients) };
  await page.getByLabel('Select a file to upload').setInputFiles(file);
  // The fields alone may belong to a draft of an earlier state.
  await page.getByText('40 rows and 4 columns in patients.csv').waitFor();
  await page.getByRole('listitem', { name: 'Age' }).waitFor();
}

async function chooseOtherFields(page: Page): Promise<void> {
  await propose(page);
  await button(page, 'Use other fields').click();
  const dialog = page.getByRole('dialog', { name: 'Use Other Fields' });
  await dialog.getByLabel('Template').selectOption('Patient');
  await dialog.getByText(/have a column in the file/).waitFor();
}

export const proposalStates: ScreenState[] = [
  state('proposal', '/upload-file', propose),
  state('proposal-other-fields', '/upload-file', chooseOtherFields),
  state('proposal-unfit', '/upload-file', async (page) => {
    await propose(page);
    const age = page.getByRole('listitem', { name: 'Age' });
    await age.getByLabel('To').fill('30');
    await age.getByText(/do not fit/).waitFor();
  }),
  state('dataset-edit', dataset, async (page) => {
    await button(page, 'Edit Dataset').click();
    await page.getByRole('dialog').waitFor();
  }),
  state('dataset-delete', dataset, async (page) => {
    await button(page, 'Delete Dataset').click();
    await page
      .getByRole('dialog')
      .getByText(/^Schemas:/)
      .waitFor();
  }),
  state('dataset-menu', '/datasets', async (page) => {
    await button(page, /^Commands for/)
      .first()
      .click();
    await button(page, 'Edit Dataset').first().waitFor();
  }),
  state(
    'upload-match',
    ({ empty }) => `${empty}/records`,
    async (page) => {
      await button(page, 'Upload Records').click();
      const rows = [
        'Full Name,Ward,Weight (kg),Remarks',
        'Ada Byron,North,61.5,none',
        'Grace Hopper,South,58,',
      ];
      const file = { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
      await page.getByRole('dialog').getByLabel('Select File').setInputFiles(file);
      await page.getByRole('combobox', { name: 'Field for column Remarks' }).waitFor();
    },
  ),
  state('records-drop', records, async (page) => {
    await button(page, 'Upload Records').waitFor();
    // The drop target loads after the page.
    await page.waitForLoadState('networkidle');
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['name\n'], 'people.csv'));
      return transfer;
    });
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
    await page.getByText(/^Let go to upload/).waitFor();
  }),
  state(
    'schema-restored',
    ({ dataset: path }) => `${path}/schemas/create`,
    async (page) => {
      await page.getByLabel('Name').fill('Patients');
      await page.waitForTimeout(1000);
      await page.reload();
      await page.getByText('Your unsaved input has been restored.').waitFor();
    },
  ),
];
