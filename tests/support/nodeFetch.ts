/**
 * Loads the fetch of Node before a test file imports the package undici. Whichever is loaded first sets the dispatcher of
 * both, and the dispatcher of the package rejects the Content-Length header of the Stripe client.
 */
Reflect.get(globalThis, 'Request');
