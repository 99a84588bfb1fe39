/**
 * Loads the fetch of Node before a test file imports the package undici. The first of the two to be loaded sets the
 * dispatcher of both, and that of the package refuses the Content-Length header of the Stripe client.
 */
Reflect.get(globalThis, 'Request');
