import { data } from 'react-router'
import type { SuperhugggOrder } from '#contract/orders/orders.ts'
import { daysAllowed } from '#web/app/catalogue/days-valid.ts'
import { loadGiftRulesTeam } from '#web/app/catalogue/load-gift-rules.server.ts'
import type { WebContext } from '#web/context.ts'
import type { Session } from '#web/session/session.ts'
import { loadChoice } from '../choice/choice.server.ts'
import { defaultSenderName, requireSender } from '../load-draft.server.ts'
import { loadReasonCodes, loadUsedTags } from '../team-rules.server.ts'
import { defaultTheme, ownThemes } from '../themes.server.ts'

/** What the form of gifts for one link offers to anyone who fills it in. */
export async function loadShareableForm(
  session: Session,
  { sendsTexts }: WebContext,
  { productId, draft }: { productId: string; draft: SuperhugggOrder | null },
) {
  requireShareable(session)
  const [reasons, usedTags, themes, team, choice] = await Promise.all([
    loadReasonCodes(session),
    loadUsedTags(session),
    ownThemes(session),
    loadGiftRulesTeam(session),
    loadChoice(session, productId, draft),
  ])
  return {
    ...reasons,
    usedTags,
    choice,
    themes: themes.filter(({ canApply }) => canApply),
    defaultThemeId: defaultTheme(themes)?.id ?? null,
    senderName: defaultSenderName(session),
    sendsTexts: sendsTexts && session.can('send-sms'),
    mostDays: daysAllowed(team),
  }
}

export type ShareableFormData = Awaited<ReturnType<typeof loadShareableForm>>

/** Only for who may buy gifts for a link. */
export function requireShareable(session: Session): void {
  requireSender(session)
  if (!session.can('use-superhuggg')) throw data(null, { status: 403 })
}
