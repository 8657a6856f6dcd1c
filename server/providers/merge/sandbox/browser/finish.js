/** The page in the frame has an answer: the page around it is told. */
;(() => {
  const publicToken = document.getElementById('result')?.dataset.publicToken ?? ''
  window.parent.postMessage({ source: 'merge-link', publicToken }, window.location.origin)
})()
