import { data } from 'react-router'
import { loadGiftRulesTeam } from '#web/app/catalogue/load-gift-rules.server.ts'
import type { WebContext } from '#web/context.ts'
import type { Session } from '#web/session/session.ts'
import { defaultSenderName, requireSender } from '../load-draft.server.ts'
import { loadReasonCodes } from '../team-rules.server.ts'
import { defaultTheme, ownThemes } from '../themes.server.ts'

/** What the form of gifts for one link offers to anyone who fills it in. */
export async function loadShareableForm(session: Session, { sendsTexts }: WebContext) {
  requireShareable(session)
  const [reasons, themes, team] = await Promise.all([
    loadReasonCodes(session),
    ownThemes(session),
    loadGiftRulesTeam(session),
  ])
  return {
    ...reasons,
    themes: themes.filter(({ canApply }) => canApply),
    defaultThemeId: defaultTheme(themes)?.id ?? null,
    senderName: defaultSenderName(session),
    sendsTexts: sendsTexts && session.can('send-sms'),
    mostDays: team?.effective.preferences.maximumHugggExpiryDays ?? null,
  }
}

export type ShareableFormData = Awaited<ReturnType<typeof loadShareableForm>>

/** Only for who may buy gifts for a link. */
export function requireShareable(session: Session): void {
  requireSender(session)
  if (!session.can('use-superhuggg')) throw data(null, { status: 403 })
}
