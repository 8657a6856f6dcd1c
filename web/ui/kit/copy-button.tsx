import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { AWAITING_SCRIPTS, useCapability } from './use-capability.ts'

const CONFIRMED_MS = 2000

const hasClipboard = () => Boolean(navigator.clipboard)

/** Puts a text on the clipboard. Only shown where scripts run: without them the text can be selected. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const canCopy = useCapability(hasClipboard)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  if (canCopy === false) return null
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Button
      look="quiet"
      size="small"
      className={canCopy ? undefined : AWAITING_SCRIPTS}
      aria-label={label}
      icon={<Icon size={16} stroke={1.75} aria-hidden="true" />}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
    >
      <span role="status">{isCopied ? 'Copied' : (children ?? 'Copy')}</span>
    </Button>
  )
}
