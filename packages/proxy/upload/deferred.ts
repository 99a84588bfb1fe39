/** A promise with the functions that settle it: `Promise.withResolvers` is missing in Node 20. */
export type Deferred<Value> = {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (reason: unknown) => void;
};

/** Make one. Its rejection counts as handled, so that it may be awaited later or not at all. */
export function deferred<Value>(): Deferred<Value> {
  let resolve: Deferred<Value>['resolve'] = () => undefined;
  let reject: Deferred<Value>['reject'] = () => undefined;
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
