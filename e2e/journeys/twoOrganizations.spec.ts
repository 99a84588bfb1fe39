import { expect, signIn, test } from '../support/stack.ts';
import { zipcodes, zipcodeSchema } from '../support/zipcodes.ts';

test('two organizations in two browsers see nothing of each other', async ({ browser, person, stack }) => {
  const [anna, boris] = [await person('Anna'), await person('Boris')];
  const schema = await zipcodeSchema(anna.api, 3);
  const listed = await anna.api.send('GET', `/api/records/?schema=${schema.id}`);
  const [record] = (await listed.json()) as { id: string }[];

  const annaPage = await browser.newPage({ baseURL: stack.url });
  const borisPage = await browser.newPage({ baseURL: stack.url });
  await signIn(annaPage, anna);
  await signIn(borisPage, boris);

  await test.step('on pages', async () => {
    await annaPage.goto(schema.path);
    await expect(annaPage.getByText('Showing 1-3 of 3')).toBeVisible();
    await expect(borisPage.getByText(boris.organization)).toBeVisible();
    await expect(borisPage.getByText(anna.organization)).toHaveCount(0);
    await expect(borisPage.getByText('Places')).toHaveCount(0);
    for (const path of [
      schema.path,
      schema.path.replace('/records', ''),
      schema.path.split('/schemas')[0] ?? '',
    ]) {
      await borisPage.goto(path);
      await expect(borisPage.getByText(/not found/i).first()).toBeVisible();
      await expect(borisPage.getByText('Zip codes')).toHaveCount(0);
    }
  });

  await test.step('in calls', async () => {
    const dataset = schema.path.split('/')[2] ?? '';
    const calls: [string, string, unknown?][] = [
      ['GET', `/api/datasets/${dataset}/`],
      ['GET', `/api/schemas/${schema.id}/`],
      ['GET', `/api/schemas/${schema.id}/teams/`],
      ['GET', `/api/manifests/${schema.id}/`],
      ['GET', `/api/records/?schema=${schema.id}`],
      ['POST', '/api/records/search/', { schema: schema.id, filters: [] }],
      ['POST', '/api/records/decrypt/', [record]],
      [
        'POST',
        '/api/schemas/',
        { dataset, name: 'Mine', schema: { type: 'object', properties: { a: { type: 'string' } } } },
      ],
    ];
    for (const [method, path, body] of calls) {
      const outcome = await boris.api
        .send(method, path, body === undefined ? undefined : JSON.stringify(body))
        .catch(String);
      expect(outcome, `${method} ${path}`).toMatch(/^Error: 404 /);
    }
    const upload = await boris.api
      .send('POST', `/api/jobs/upload/?schema=${schema.id}`, zipcodes.slice(0, 300), 'text/csv')
      .catch(String);
    expect(upload).toMatch(/^Error: 404 /);
  });

  await annaPage.close();
  await borisPage.close();
});
