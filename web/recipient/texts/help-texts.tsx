import type { AwardLanguage } from '#contract/awards/languages.ts'
import { paths } from '#web/paths.ts'
import { renderAwardPage } from '../award/frame.tsx'
import { speak } from '../award/words/index.ts'
import type { Asked } from '../route.ts'

/** Whether texts to a number are stopped, for who came from an award's text: in their language, and without a word of gifts. */
export function showHelpTexts({ page, code }: Asked, language: AwardLanguage, isStopped: boolean): Response {
  const say = speak(language)
  const action = paths.stopTexts(code)
  const word = isStopped ? 'stopped' : 'stop'
  return renderAwardPage(
    page,
    { language, say, action, proof: null },
    <>
      <h1>{say(`${word}Title`)}</h1>
      <p>{say(`${word}Text`)}</p>
      <form method="post" action={action} noValidate>
        <input type="hidden" name="lang" value={language} />
        <input type="hidden" name="stopped" value={String(!isStopped)} />
        <button type="submit">{say(`${word}Action`)}</button>
      </form>
    </>,
  )
}
