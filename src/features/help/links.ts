/** Links to help and samples. */
import { config } from '#src/shared/config.ts';

/** Sections of the built-in help; the operator's documentation, if configured, replaces two of them. */
export const helpLinks = {
  start: config.docsUrl || '/help#start',
  proxy: '/help#proxy',
  samples: '/help#samples',
  schemas: config.docsUrl || '/help#schemas',
} as const;

export const samples = [
  {
    name: 'Zip codes',
    file: '/samples/zipcodes.csv',
    schema: '/samples/zipcodes.schema.json',
    about: '42,049 places in the United States, as CSV',
  },
  {
    name: 'Flights',
    file: '/samples/flights.json',
    schema: '/samples/flights.schema.json',
    about: '20,000 flights with their delays, as JSON',
  },
] as const;
