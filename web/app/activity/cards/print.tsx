import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import type { Proof } from './card-actions.server.ts'
import styles from './cards.module.css'
import type { Cards } from './load-cards.server.ts'
import { flawsIn } from './names.ts'
import { FlawList, Flaws } from './problems.tsx'

interface PrintProps extends Cards {
  printable: NonNullable<Cards['printable']>
  proof: Proof | null
  failure: Failure | null
}

/** A proof to look at first, then the PDF of all cards. */
export function Print({ transaction, printable, proof, failure }: PrintProps) {
  const { fileStatus, fileError, file, progress } = printable
  const isGoingOn = fileStatus === 'queued' || fileStatus === 'making'
  usePolling(isGoingOn)
  return (
    <>
      <Card title="Check a proof">
        <p className="muted">The card with the longest name, and every card that something is wrong with.</p>
        {proof ? <ProofResult proof={proof} /> : null}
        <ActionForm>
          <div>
            <SubmitButton look="quiet" name="intent" value="proof">
              {proof ? 'Make the proof again' : 'Make a proof'}
            </SubmitButton>
          </div>
        </ActionForm>
      </Card>
      <Card title="Print">
        {failure ? <Flaws title="Nothing was printed" flaws={flawsIn(failure.fields)} failure={failure} /> : null}
        {isGoingOn ? (
          <Progress {...progress} isEmailed={printable.onCompletionEmail} here={paths.purchaseCards(transaction.id)} />
        ) : null}
        {fileStatus === 'failed' ? (
          <Notice tone="warning" title="The PDF was not made">
            {fileError ?? 'Something went wrong on our side. Ask for it again.'}
          </Notice>
        ) : null}
        {file ? (
          <>
            <p role="status">The PDF is ready. Print it at full size, then cut or fold along the marks.</p>
            <div className="row">
              <LinkButton to={file} reloadDocument target="_blank">
                Open the PDF
              </LinkButton>
            </div>
            <p className="muted small">If you change a name after printing, the code on that card stops working.</p>
          </>
        ) : (
          <ActionForm>
            <label className="row">
              <input type="checkbox" name="destination" value="email" /> Email me when it is ready
            </label>
            <div>
              <SubmitButton name="intent" value="print" blocked={isGoingOn ? 'The PDF is being made.' : null}>
                Make the PDF
              </SubmitButton>
            </div>
          </ActionForm>
        )}
      </Card>
    </>
  )
}

function ProofResult({ proof: { proofUrl, cards, longest, flaws } }: { proof: Proof }) {
  return (
    <>
      {flaws.length ? (
        <Notice tone="warning" role="status" title={`${plural(flaws.length, 'thing')} to correct before printing`}>
          <FlawList flaws={flaws.map(({ row, message }) => `Card ${row + 1}: ${message}.`)} />
        </Notice>
      ) : (
        <Notice tone="success" role="status" title={`All ${plural(cards, 'card')} can be printed`}>
          Card {longest.row + 1} has the longest text. Check it before you print.
        </Notice>
      )}
      <div className="row">
        <LinkButton look="quiet" to={proofUrl} reloadDocument target="_blank">
          Open the proof (PDF)
        </LinkButton>
      </div>
    </>
  )
}

interface ProgressProps {
  made: number
  total: number
  isEmailed: boolean
  /** This page. */
  here: string
}

const Progress = ({ made, total, isEmailed, here }: ProgressProps) => (
  <>
    <p role="status">
      {total ? `${made} of ${plural(total, 'card')} drawn.` : 'Waiting for its turn.'}{' '}
      {isEmailed ? 'We email you when the PDF is ready.' : 'You can leave this page.'}
    </p>
    <progress className={styles.meter} max={total || 1} value={made} aria-label="Drawn so far" />
    <noscript>
      <LinkButton look="quiet" to={here}>
        Check again
      </LinkButton>
    </noscript>
  </>
)
