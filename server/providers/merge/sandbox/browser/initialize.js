/**
 * The provider's Merge Link, as far as it is documented: `initialize` takes the link token and what to call back,
 * `openLink` shows the provider's page over ours.
 */
;(() => {
  /** @typedef {{ linkToken: string, onReady?: () => void, onSuccess: (publicToken: string, metadata: object) => void, onExit?: () => void }} Config */
  const home = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src)
  /** @type {Config | undefined} */
  let config
  /** @type {HTMLDialogElement | undefined} */
  let dialog

  const close = () => {
    dialog?.remove()
    dialog = undefined
    config?.onExit?.()
  }
  window.addEventListener('message', ({ origin, data }) => {
    if (origin !== home.origin || data?.source !== 'merge-link' || !dialog) return
    if (data.publicToken) config?.onSuccess(data.publicToken, {})
    close()
  })
  Object.assign(window, {
    MergeLink: {
      initialize: (/** @type {Config} */ given) => {
        config = given
        given.onReady?.()
      },
      openLink: () => {
        if (!config) throw new Error('MergeLink: initialize it first')
        dialog = document.createElement('dialog')
        dialog.setAttribute('aria-label', 'Connect an HR system')
        const frame = document.createElement('iframe')
        frame.title = 'Connect an HR system'
        frame.width = '420'
        frame.height = '420'
        frame.src = new URL(`link?link_token=${encodeURIComponent(config.linkToken)}`, home).href
        dialog.append(frame)
        dialog.addEventListener('close', close)
        document.body.append(dialog)
        dialog.showModal()
      },
    },
  })
})()
