import { data } from 'react-router'

interface Refusal {
  status: number
}

/** What an action answers to a form that was not accepted: its failure, alone or with what the page shows beside it. */
export const refused = <T>(answer: T & (Refusal | { failure: Refusal })) =>
  data<T>(answer, { status: 'failure' in answer ? answer.failure.status : answer.status })
