import { useEffect, useState } from 'react'

/** Keeps the room of a control that scripts have yet to bring to life; without scripts it takes none (base.css). */
export const AWAITING_SCRIPTS = 'awaiting-scripts'

/**
 * Whether the browser can do what a control needs. Null until scripts run: a control that appeared only then would push
 * away what someone is about to press, and lose the click.
 * @param has the same function each time
 */
export function useCapability(has: () => boolean): boolean | null {
  const [state, setState] = useState<boolean | null>(null)
  useEffect(() => setState(has()), [has])
  return state
}
