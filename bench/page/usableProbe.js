/* Runs before the page: marks the time when its list of datasets was painted. */
new MutationObserver((_, looking) => {
  if (!document.querySelector('main a[href^="/datasets/"]')) return;
  looking.disconnect();
  requestAnimationFrame(() => setTimeout(() => performance.mark('usable')));
}).observe(document, { childList: true, subtree: true });
