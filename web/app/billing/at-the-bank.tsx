import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'

interface AtTheBankProps {
  redirectUrl: string
  /** The way out, without the bank. */
  back: { to: string; label: string }
  /** What has not happened yet. */
  children: ReactNode
}

/** 3-D Secure: the holder goes to their bank, and comes back to `/payments/3ds`. */
export const AtTheBank = ({ redirectUrl, back, children }: AtTheBankProps) => (
  <Card title="Confirm this payment with your bank">
    <p>{children}</p>
    <div className="row">
      <LinkButton to={redirectUrl} reloadDocument>
        Continue to your bank
      </LinkButton>
      <LinkButton look="quiet" to={back.to}>
        {back.label}
      </LinkButton>
    </div>
  </Card>
)
