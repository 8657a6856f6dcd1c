import type { ReactNode } from 'react'
import { cannotUseReasons } from '#contract/awards/cannot-use.ts'
import type { AwardLanguage } from '#contract/awards/languages.ts'
import type { PersonAward } from '#contract/awards/person-page.ts'
import { formatPrice } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { drawSvgBarcode } from '../barcode.server.ts'
import { webAddress } from '../format.ts'
import { type DateProblem, dateParts, type TypedDate } from './read-birth-date.ts'
import type { Say } from './words/index.ts'

/** What a step met: a date of birth that is not the one, or can be no one's; a way to be paid that gives no code now, or none chosen. */
export type Trouble =
  | { about: 'birth-date' | 'way' | 'no-way' }
  | { about: 'date'; problems: readonly DateProblem[]; typed: TypedDate }

interface PageProps {
  award: PersonAward
  say: Say
  action: string
  language: AwardLanguage
  trouble: Trouble | null
}

interface PartProps {
  award: PersonAward
  say: Say
  team: string
  day: string
  form: (step: string, children: ReactNode) => ReactNode
}

export function AwardPage({ award, say, action, language, trouble }: PageProps) {
  const { state, teamName: team, proof } = award
  const part: PartProps = {
    ...{ award, say, team, day: award.expiresAt ? formatDay(award.expiresAt, language) : '' },
    form: (step, children) => (
      <form method="post" action={action} noValidate>
        <input type="hidden" name="lang" value={language} />
        {proof ? <input type="hidden" name="proof" value={proof} /> : null}
        <input type="hidden" name="step" value={step} />
        {children}
      </form>
    ),
  }
  if (state === 'closed') return <Closed {...part} trouble={trouble} />
  if (state === 'choose') return <Choose {...part} trouble={trouble} />
  if (state === 'waiting') return <Waiting {...part} />
  if (state === 'code') return <Code {...part} />
  return <Message say={say} word={state} team={team} />
}

/** A page that only says something. */
export function Message({
  say,
  word,
  team = '',
}: {
  say: Say
  word: 'locked' | 'cashed' | 'expired' | 'cancelled' | 'replaced' | 'unknown' | 'busy' | 'trouble'
  team?: string
}) {
  return (
    <>
      <h1>{say(`${word}Title`)}</h1>
      <p>{say(`${word}Text`, { team })}</p>
    </>
  )
}

/** Days of the calendar that letters and counters use, in figures that everyone there reads. */
const formatDay = (instant: string, language: AwardLanguage): string =>
  new Intl.DateTimeFormat(`${language === 'en' ? 'en-GB' : language}-u-nu-latn-ca-gregory`, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: BUSINESS_ZONE },
  }).format(new Date(instant))

type Troubled = PartProps & { trouble: Trouble | null }

function Closed({ award, say, team, form, trouble }: Troubled) {
  return (
    <>
      <h1>{say('lead', { team })}</h1>
      <p>{say('safe')}</p>
      {form(
        'open',
        <>
          {award.asksBirthDate ? <BirthDate award={award} say={say} trouble={trouble} /> : null}
          <button type="submit">{say('open')}</button>
        </>,
      )}
    </>
  )
}

function BirthDate({ award, say, trouble }: Pick<Troubled, 'award' | 'say' | 'trouble'>) {
  const isWrong = trouble?.about === 'birth-date'
  const { problems, typed } = trouble?.about === 'date' ? trouble : { problems: [] as DateProblem[], typed: null }
  return (
    <>
      {isWrong ? (
        <p className="note" role="alert" id="problem">
          {say('wrongBirthDate', { tries: String(award.triesLeft) })}
        </p>
      ) : null}
      {problems.length ? (
        <div className="note" role="alert" id="problem">
          {problems.map((problem) => (
            <p key={problem} id={`${problem}-problem`}>
              {say(`${problem}Wrong`)}
            </p>
          ))}
          <p>{say('notCounted')}</p>
        </div>
      ) : null}
      <fieldset className="date" aria-describedby={isWrong || problems.length ? 'problem example' : 'example'}>
        <legend>{say('askBirthDate')}</legend>
        <p id="example">{say('dateExample')}</p>
        {dateParts.map((part) => {
          const isPartWrong = problems.includes(part)
          return (
            <label key={part} className={part}>
              {say(part)}
              <input
                name={part}
                type="text"
                pattern="[0-9]*"
                inputMode="numeric"
                dir="ltr"
                maxLength={part === 'year' ? 4 : 2}
                autoComplete={`bday-${part}`}
                required
                defaultValue={typed?.[part]}
                aria-invalid={isWrong || problems.includes('date') || isPartWrong ? true : undefined}
                aria-describedby={isPartWrong ? `${part}-problem` : undefined}
              />
            </label>
          )
        })}
      </fieldset>
    </>
  )
}

function Choose({ award, say, team, day, form, trouble }: Troubled) {
  const { ways, shops } = award
  const isOnly = ways.length === 1
  return (
    <>
      <h1>{say('title')}</h1>
      <Told award={award} say={say} team={team} />
      {trouble?.about === 'way' ? (
        <p className="note" role="alert">
          <strong>{say('refusedTitle')}.</strong> {say('refusedText')}
        </p>
      ) : null}
      {trouble?.about === 'no-way' ? (
        <p className="note" role="alert" id="problem">
          {say('chooseFirst')}
        </p>
      ) : null}
      <Amount award={award} say={say} />
      {day ? <p>{say('until', { day })}</p> : null}
      {form(
        'take',
        <>
          <fieldset aria-describedby={trouble?.about === 'no-way' ? 'problem' : undefined}>
            <legend>{say(isOnly ? 'onlyWay' : 'choose')}</legend>
            {ways.map(({ rail, validDays }) => (
              <div className="way" key={rail}>
                <label>
                  <input
                    name="rail"
                    type="radio"
                    value={rail}
                    required
                    defaultChecked={isOnly}
                    aria-describedby={`needs-${rail}`}
                  />
                  {say(rail)}
                </label>
                <p id={`needs-${rail}`}>
                  {say(`${rail}Needs`)} {say('works', { days: String(validDays) })}
                </p>
                {rail === 'voucher' ? (
                  <label>
                    {say('shop')}
                    <select name="shop">
                      {shops.map(({ reference, name }) => (
                        <option key={reference} value={reference}>
                          {name}
                        </option>
                      ))}
                    </select>
                  </label>
                ) : null}
              </div>
            ))}
          </fieldset>
          <p>{say('final')}</p>
          <button type="submit">{say('take')}</button>
        </>,
      )}
      {award.isRefused ? null : <p>{say('far')}</p>}
      <CannotUse award={award} say={say} team={team} day={day} form={form} />
    </>
  )
}

function Waiting(part: PartProps) {
  const { award, say, form } = part
  return (
    <>
      <h1>{say('waitTitle')}</h1>
      <Told {...part} />
      <Amount award={award} say={say} />
      <p>{say('waitText')}</p>
      {form('look', <button type="submit">{say('look')}</button>)}
      <CannotUse {...part} />
    </>
  )
}

function Code(part: PartProps) {
  const { award, say, team, day } = part
  const { code, currency } = award
  if (!code) return null
  const drawing = code.barcode && drawSvgBarcode(code.barcode)
  const online = webAddress(code.url)
  return (
    <>
      <h1>{say('codeTitle')}</h1>
      <Told {...part} />
      <p>
        <strong>{say(code.rail)}</strong>
        {code.shop ? <bdi>: {code.shop}</bdi> : null}
      </p>
      {drawing ? (
        <svg
          className={`barcode ${drawing.kind}`}
          viewBox={`-10 -4 ${drawing.width + 20} ${drawing.height + 8}`}
          role="img"
          aria-label={say('barcode')}
          shapeRendering="crispEdges"
        >
          <path d={drawing.path} fill="#000" />
        </svg>
      ) : null}
      {code.code ? <Digits text={code.code} /> : null}
      {code.pin ? (
        <p>
          {say('pinLabel')}: <bdi>{code.pin}</bdi>
        </p>
      ) : null}
      {online ? (
        <p>
          <a href={online} rel="noreferrer noopener">
            {say('online')}
          </a>
        </p>
      ) : null}
      {code.leftPence === award.amountPence ? (
        <Amount award={award} say={say} />
      ) : (
        <p className="amount">{say('left', { amount: formatPrice(code.leftPence, currency) })}</p>
      )}
      {day ? <p>{say(code.isOver ? 'overDay' : 'lastDay', { day, team })}</p> : null}
      <p>{say(`${code.rail}Needs`)}</p>
      <p>{say('keep')}</p>
      <CannotUse {...part} />
    </>
  )
}

const Amount = ({ award: { amountPence, currency }, say }: Pick<PartProps, 'award' | 'say'>) => (
  <p className="amount">{say('amount', { amount: formatPrice(amountPence ?? 0, currency) })}</p>
)

/** Keyed in by someone who reads them off: in groups of four. */
const Digits = ({ text }: { text: string }) => (
  <p className="code">
    {(text.match(/.{1,4}/gu) ?? []).map((group, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one code stay where they are
      <span key={index}>{group}</span>
    ))}
  </p>
)

/** Says first what came of a press at the foot of the page. */
const Told = ({ award, say, team }: Pick<PartProps, 'award' | 'say' | 'team'>) =>
  award.isRefused ? (
    <p className="note" role="status">
      {say('told', { team })}
    </p>
  ) : null

function CannotUse({ award, say, team, form }: PartProps) {
  if (award.isRefused) return null
  return (
    <details>
      <summary>{say('cannot')}</summary>
      <p>{say('cannotLead', { team })}</p>
      {form(
        'cannot-use',
        <>
          <label>
            {say('why')}
            {/* The one that is wrong for no one, where nothing is chosen. */}
            <select name="reason" defaultValue="other">
              {cannotUseReasons.map((reason) => (
                <option key={reason} value={reason}>
                  {say(reason)}
                </option>
              ))}
            </select>
          </label>
          <button className="quiet" type="submit">
            {say('tell')}
          </button>
        </>,
      )}
    </details>
  )
}
