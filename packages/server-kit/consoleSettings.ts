/** Settings of both servers for serving the console. */
import { z } from 'zod';

export const consoleSettings = {
  CONSOLE_DIR: z.string().default('./dist'),
  /** `off` unregisters installed service workers, for a faulty release. */
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
};
