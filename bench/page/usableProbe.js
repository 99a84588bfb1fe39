/* Runs before the page: marks the time at which its list of datasets has been painted. */
new MutationObserver((_, observer) => {
  if (!document.querySelector('main a[href^="/datasets/"]')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => performance.mark('usable')));
}).observe(document, { childList: true, subtree: true });
