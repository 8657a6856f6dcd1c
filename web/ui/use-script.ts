import { useEffect, useState } from 'react'

const loads = new Map<string, Promise<void>>()

/** The policy of our pages trusts what a script of ours adds. */
function load(src: string): Promise<void> {
  const running = loads.get(src)
  if (running) return running
  const started = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      loads.delete(src)
      reject(new Error(`${src} did not load`))
    }
    document.head.append(script)
  })
  loads.set(src, started)
  return started
}

/** An outside party's script, loaded once a page; where it fails, a person may ask for it again. */
export function useScript(src: string): { state: 'loading' | 'ready' | 'failed'; retry(): void } {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    if (state !== 'loading') return
    let isGone = false
    const tell = (outcome: 'ready' | 'failed') => () => {
      if (!isGone) setState(outcome)
    }
    load(src).then(tell('ready'), tell('failed'))
    return () => {
      isGone = true
    }
  }, [src, state])
  return { state, retry: () => setState('loading') }
}
