import { Notice } from '../kit/notice.tsx'

interface ListNoticesProps {
  /** What is wrong: row by row, and with the list as a whole. */
  shown: { problems: readonly unknown[]; general: readonly string[] }
  /** What did not happen, where the form was sent and not accepted. */
  refusal: string | null
  isLive: boolean
}

/** What stands against a list, above its rows. */
export const ListNotices = ({ shown: { problems, general }, refusal, isLive }: ListNoticesProps) => (
  <>
    {refusal && (problems.length || general.length) ? (
      <Notice tone="danger" role="alert" title={refusal}>
        Fix the highlighted fields, then continue.
      </Notice>
    ) : null}
    {general.length && (refusal || isLive) ? (
      <Notice tone="warning" role="status">
        {general.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </Notice>
    ) : null}
  </>
)
