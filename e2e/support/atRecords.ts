/** Somebody at work: signed in, at the records of a schema for zip codes of their own. */
import type { Page } from '@playwright/test';
import { signIn, type Person } from './stack.ts';
import { zipcodeSchema } from './zipcodes.ts';

/** @param records - so many of the sample's rows are there already. */
export async function atRecords(page: Page, owner: Person, records = 0): ReturnType<typeof zipcodeSchema> {
  const schema = await zipcodeSchema(owner.api, records);
  await signIn(page, owner);
  await page.goto(schema.path);
  return schema;
}
