import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

const CONFIRMED_MS = 2000

/** Puts a text on the clipboard. Only drawn where scripts run: without them the text can be selected. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const [canCopy, setCanCopy] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => setCanCopy(Boolean(navigator.clipboard)), [])
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  if (!canCopy) return null
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Button
      look="quiet"
      size="small"
      aria-label={label}
      icon={<Icon size={16} stroke={1.75} aria-hidden="true" />}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
    >
      <span role="status">{isCopied ? 'Copied' : (children ?? 'Copy')}</span>
    </Button>
  )
}
