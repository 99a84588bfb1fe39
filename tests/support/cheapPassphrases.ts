/**
 * Lowers the minimum cost of passphrases in this process. Tests derive keys of keyrings and password verifiers thousands of times,
 * at a tenth of a second each.
 *
 * Programs that a test starts have the real minimum and refuse keyrings that are cheaper. A file that opens keyrings of such a
 * program, or tests the minimum, is named `*.isolated.test.ts`: that project does not load this file.
 */
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';

Object.assign(minCost, { memory: 64, passes: 1, lanes: 1 });
