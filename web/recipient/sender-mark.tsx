import type { Gift } from '#contract/hugggs/recipient.ts'

/** Whose gift it is: their logo, or the name of the team. */
export const SenderMark = ({ theme }: { theme: Gift['theme'] }) => (
  <header className="sender">
    {theme.logoUrl ? <img src={theme.logoUrl} alt={theme.teamName} height="36" /> : <span>{theme.teamName}</span>}
  </header>
)
