import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { paths } from '#web/paths.ts'
import { type Foretold, useWizard } from './wizard.ts'

const LOOK_AFTER_MS = 400

/** What the budget comes to with what is typed at this moment, once the typing pauses; null: as it is shown. */
export function usePreview(step: 'basics' | 'schedule') {
  const { budget, collected } = useWizard()
  const fetcher = useFetcher<Foretold | null>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    typed: fetcher.data ?? null,
    lookSoon: (form: HTMLFormElement) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const fields = new FormData(form)
        fields.set('step', step)
        void fetcher.submit(fields, { method: 'post', action: paths.budgetPreview(budget.id, collected?.written) })
      }, LOOK_AFTER_MS)
    },
  }
}
