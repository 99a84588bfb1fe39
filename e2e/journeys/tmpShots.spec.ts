import type { Page } from '@playwright/test';
import { expect, test } from '../support/stack.ts';
import { obstacles } from '../support/obstacles.ts';

const words = ['double', 'arrive', 'donate', 'forget', 'kite', 'axis', 'pyramid', 'spawn'];
const device = (compared: boolean, n: string) => ({ signs: n.repeat(64), receives: 'b'.repeat(64), compared, words });
const accepted = {
  state: 'accepted', detail: '', begun: { name: 'Olga Owner', user: 'u', time: '2026-11-23T10:00:00.000Z' }, words: [],
  may_sign: true, notice: true,
  people: [
    { user: 'a', email: 'olga.owner@example.org', owner: true, devices: [device(true, '1')] },
    { user: 'b', email: 'mara.member@example.org', owner: false, devices: [device(false, '2')] },
    { user: 'c', email: 'a.very.long.name.of.a.person.who.works.here@subdomain.example.org', owner: true, devices: [] },
  ],
  unconfirmed: [
    { type: 'member', team: 't', team_name: 'Zip codes Data Owners', user: 'e', email: 'eve@example.org', fields: null, can_share_keys: true },
    { type: 'grant', id: 'g', teams: ['t2'], team_names: ['Zip codes Data Requesters'], field_names: ['__query', 'city'], can_share_keys: false, added: ['city'] },
  ],
};
const states = {
  accepted,
  refused: { ...accepted, state: 'refused', detail: 'The signed list of who may have the keys went back from entry 7 to 3. Nothing of it is used: no key of "Zip codes" was given or taken. Tell the operator of the service.', people: [], unconfirmed: [], notice: false },
  unconfirmed: { ...accepted, state: 'unconfirmed', words, people: [], unconfirmed: [], notice: false },
};
test('shots', async ({ browser, stack, cast }) => {
  test.setTimeout(400_000);
  for (const [width, height] of [[1280, 900], [390, 844]] as const)
    for (const scheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ baseURL: stack.url, storageState: cast.owner.signedIn, viewport: { width, height }, colorScheme: scheme });
      const page = await context.newPage();
      const shot = async (name: string) => { await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/shots/${name}-${width}-${scheme}.png`, fullPage: true }); const found = await obstacles(page); if (found.length) console.log(name, width, scheme, JSON.stringify(found)); };
      const mock = async (p: Page, state: object) => { await p.unroute('**/access/'); await p.route('**/access/', (route) => route.fulfill({ json: state })); };
      for (const [name, state] of Object.entries(states)) {
        await mock(page, state);
        await page.goto(`${cast.full}/permissions`);
        await page.getByRole('heading', { name: 'Who can read this' }).waitFor();
        await shot(`permissions-${name}`);
      }
      await mock(page, accepted);
      await page.goto(`${cast.full}/permissions`);
      await page.getByRole('button', { name: 'Confirm eve@example.org' }).click();
      await shot('confirm');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Compare a device/ }).click();
      await shot('compare');
      await mock(page, states.unconfirmed);
      await page.goto(cast.full);
      await page.getByRole('button', { name: 'Compare words' }).click();
      await shot('trust');
      const list = (await (await cast.owner.api.send('GET', '/api/requests/?shared=false')).json()) as { id: string }[];
      for (const [device, access] of [['new', 'signed'], ['changed', 'signed'], ['compared', 'signed'], ['uncompared', 'unconfirmed']] as const) {
        await page.unroute('**/standings/');
        await page.route('**/standings/', (route) => route.fulfill({ json: list.map(({ id }) => ({ request: id, device, access })) }));
        await mock(page, { ...accepted, unconfirmed: accepted.unconfirmed });
        await page.goto('/requests');
        await page.getByRole('button', { name: /^Fulfill __query/ }).first().waitFor();
        await shot(`requests-${device}`);
        await page.getByRole('button', { name: /^Fulfill __query/ }).first().click();
        await page.getByRole('dialog').waitFor();
        await shot(`fulfill-${device}`);
      }
      await context.close();
    }
  expect(1).toBe(1);
});
