import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
import type { LetterRun } from '#contract/awards/letters.ts'
import { newId } from '#kit/ids.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { printedCode } from '#server/domains/hugggs/links/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { drawLetters, type Letter } from './draw-letters.ts'
import { awardUrl } from './hand-over.ts'
import { findDue, type LetterRow, lettersOfRun, runById } from './letter-queries.ts'
import { LETTER_PRINTED, lockAward, noteOfAward } from './queries.ts'

/**
 * Counts the letters of these awards as printed, together, by whom and when. Their link, if it is issued again, has a letter of its own.
 * @throws not_found (404) for an award of others
 * @throws wrong_state (409) where one is not by letter, has been opened or ended, or its link is in a letter already
 */
export async function printLetters(work: Work, caller: Principal, awardIds: readonly string[]): Promise<LetterRun> {
  const { tx, at } = work
  const { userId, teamId } = member(caller)
  const ids = [...new Set(awardIds)].toSorted()
  const awards = []
  for (const id of ids) awards.push(await lockAward(tx, caller, id))
  const due = await findDue(tx, ids)
  if (due.length < ids.length)
    throw new Problem('wrong_state', 'Some of these letters are printed already, or are no longer needed.', {
      help: 'Reload the page. Nothing was printed.',
    })
  const id = newId()
  await tx.insertInto('award_letter_run').values({ id, team_id: teamId, made_by: userId, made_at: at }).execute()
  await tx
    .insertInto('award_letter')
    .values(due.map((one) => ({ award_id: one.id, nth: one.nth, run_id: id })))
    .execute()
  for (const award of awards) await noteOfAward(work, award, LETTER_PRINTED)
  await work.audit('award.letters-printed', { kind: 'award-letters', id }, { teamId, detail: { letters: ids.length } })
  return found(await runById(tx, caller, id), 'run of letters')
}

/** @throws not_found (404) for a run of others; wrong_state (409) where none of its links leads to an award now */
export async function drawLetterRun(posy: Posy, caller: Principal, id: string) {
  const run = found(await runById(posy.db, caller, id), 'run of letters')
  const rows = await lettersOfRun(posy.db, caller, id)
  if (!rows.length)
    throw new Problem('wrong_state', 'None of these letters opens an award now.', {
      help: 'Awards that were issued again have new letters.',
    })
  const at = new Date(run.dateMade)
  const pdf = await drawLetters(
    rows.map((row) => toLetter(posy, row)),
    { team: rows[0]!.teamName, at },
  )
  return {
    fileName: `letters-${londonDate(toInstant(at))}.pdf`,
    contentType: 'application/pdf',
    base64: pdf.toString('base64'),
  }
}

function toLetter(posy: Posy, { language, linkCode, postalAddress, postcode, expiresAt, ...row }: LetterRow): Letter {
  const known = language !== null && Object.hasOwn(awardLanguages, language) ? (language as AwardLanguage) : 'en'
  const typed = awardUrl(posy, printedCode(linkCode)).replace(/^https?:\/\//, '')
  const address = [...postalAddress, ...(postcode ? [postcode] : [])]
  return { ...row, language: known, address, url: `${awardUrl(posy, linkCode)}?lang=${known}`, typed, until: expiresAt }
}
