/**
 * npm runs a script through a shell and passes signals to that shell only, which ends without passing them on: what npm
 * has started notices that its parent is another one now.
 * @param {() => void} stop
 */
export function onParentGone(stop) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 250)
  timer.unref()
}
