import { type Asker, isStillThere, toAsker } from '#server/domains/teams/sign-in/index.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import type { Actor, Principal } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { readClaims, signClaims } from '#server/platform/signed-claims.ts'
import { lockPrintable } from './queries.ts'

const LINK_SECONDS = 600

/** What a link leads to: the PDF of a version, or one that was made to be looked at. */
type Target = { printableId: string; version: number } | { scrapKey: string }
type Claims = Target & { asker: Asker | null; actor: Actor; teamId: string; until: number }

const PURPOSE = 'printed'

/** An address for the person who asked, for ten minutes, and as long as they stay signed in, as what they are in that team. */
export function printedLink(posy: Posy, caller: Principal, target: Target): string {
  const until = Math.floor(posy.wall.nowMs() / 1000) + LINK_SECONDS
  const claims: Claims = { ...target, asker: toAsker(caller), actor: caller.actor, teamId: caller.teamId ?? '', until }
  return `${posy.config.publicUrl}/printed/${signClaims(posy.secret.current, PURPOSE, claims)}`
}

async function readLink(posy: Posy, token: string): Promise<Claims> {
  const claims = readClaims<Claims>(posy.secret.current, PURPOSE, token)
  if (!claims || posy.wall.nowMs() / 1000 >= claims.until) throw notFound('file')
  if (claims.asker && !(await isStillThere(posy, claims.asker))) throw notFound('file')
  return claims
}

/** The PDF or the picture behind a link. Fetching the cards of a purchase is an event, and from then on they are on paper. @throws not_found */
export async function servePrinted(posy: Posy, token: string): Promise<Response> {
  const claims = await readLink(posy, token)
  const key = 'scrapKey' in claims ? claims.scrapKey : await recordDownload(posy, claims)
  const file = await posy.providers.files.read(key)
  if (!file) throw notFound('file')
  const isPicture = key.endsWith('.svg')
  return new Response(file.stream(), {
    headers: {
      'content-type': isPicture ? 'image/svg+xml' : 'application/pdf',
      ...(isPicture && { 'content-security-policy': "default-src 'none'; img-src data:" }),
      'content-length': String(file.sizeBytes),
      'content-disposition': `inline; filename="${isPicture ? 'preview.svg' : 'scrapKey' in claims ? 'preview.pdf' : 'cards.pdf'}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}

const recordDownload = (
  posy: Posy,
  { printableId, version, actor, teamId }: Claims & { printableId: string; version: number },
): Promise<string> =>
  transact(posy, { actor }, async (work) => {
    const printable = await lockPrintable(work.tx, { id: printableId })
    if (!printable?.file_key || printable.file_version !== version || printable.version !== version)
      throw notFound('file')
    await work.tx
      .updateTable('printable_receiver')
      .set({ printed_version: version })
      .where('transaction_id', '=', printable.transaction_id)
      .execute()
    await work.audit(
      'printable.downloaded',
      { kind: 'transaction', id: printable.transaction_id },
      { teamId: teamId || printable.team_id, detail: { version, cards: printable.cards_total } },
    )
    return printable.file_key
  })
