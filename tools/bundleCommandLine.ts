/** Bundles the command line. `packages/proxy/bin/cloakroom.mjs` runs this program when the sources have changed. */
import { bundleCommandLine } from './bundle.ts';

bundleCommandLine();
