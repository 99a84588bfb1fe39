/** The settings of both servers about the console that they serve. */
import { z } from 'zod';

export const consoleSettings = {
  CONSOLE_DIR: z.string().default('./dist'),
  /** Off is for the day that an installed console misbehaves. */
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
};
