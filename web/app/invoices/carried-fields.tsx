import { useSearchParams } from 'react-router'
import { carriedChoice } from './carried.ts'

/** What other pages about invoices were asked with and a form here does not ask for: it goes along, for the tabs. */
export function CarriedFields({ except = [] }: { except?: readonly string[] }) {
  const [search] = useSearchParams()
  return Object.entries(carriedChoice(search)).map(([name, value]) =>
    except.includes(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
  )
}
