/* Runs before the page does: notes when its list of datasets is there and has been painted. */
new MutationObserver((_, looking) => {
  if (!document.querySelector('main a[href^="/datasets/"]')) return;
  looking.disconnect();
  requestAnimationFrame(() => setTimeout(() => performance.mark('usable')));
}).observe(document, { childList: true, subtree: true });
