import { useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { Button } from '#web/ui/kit/button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useScript } from '#web/ui/use-script.ts'
import type { OpenLink } from './connection-actions.server.ts'
import { linkFailures } from './labels.ts'

/** Merge Link, as far as it is used here. */
interface MergeLink {
  initialize(config: { linkToken: string; onReady(): void; onSuccess(publicToken: string): void; onExit(): void }): void
  openLink(): void
}
const mergeLink = (page: Window): MergeLink | undefined => (page as { MergeLink?: MergeLink }).MergeLink

/** Opens the provider's own page over ours; what a person approves there is sent to our action. */
export function ApproveLink({ id, linkToken, linkScriptUrl }: OpenLink) {
  const script = useScript(linkScriptUrl)
  const submit = useSubmit()
  const opened = useRef('')
  const [isClosed, setClosed] = useState(false)
  useEffect(() => {
    const link = script.state === 'ready' ? mergeLink(window) : undefined
    if (!link || opened.current === linkToken) return
    opened.current = linkToken
    link.initialize({
      linkToken,
      onReady: () => link.openLink(),
      onSuccess: (publicToken) => void submit({ do: 'approved', id, publicToken }, { method: 'post' }),
      onExit: () => setClosed(true),
    })
  }, [script.state, linkToken, id, submit])
  if (script.state === 'failed')
    return (
      <Notice tone="warning" role="alert" title={linkFailures.script}>
        <Button look="quiet" size="small" onClick={script.retry}>
          Try again
        </Button>
      </Notice>
    )
  return (
    <Notice role="status">
      {isClosed
        ? 'The page to approve the connection is closed.'
        : 'Approve the connection in the window that has opened.'}
    </Notice>
  )
}
