/** Signs in and opens the records of a schema for zip codes. */
import type { Page } from '@playwright/test';
import { signIn, type Person } from './stack.ts';
import { zipcodeSchema } from './zipcodes.ts';

/** @param records - how many of the sample's rows are stored before. */
export async function openRecords(page: Page, owner: Person, records = 0): ReturnType<typeof zipcodeSchema> {
  const schema = await zipcodeSchema(owner.api, records);
  await signIn(page, owner);
  await page.goto(schema.path);
  return schema;
}
