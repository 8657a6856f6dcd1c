import type { PersonalData } from '../personal-data.ts'
import type { Posy } from '../posy.ts'
import type { Route } from './route.ts'

/** What a domain brings to the house; `app` puts them together. */
export interface Domain {
  name: string
  routes: Route[]
  /** What it holds about people: told to them, and erased. */
  personalData?: PersonalData
  /** Defines its jobs, subscriptions and due sources on `posy.queue` and `posy.due`. */
  register?(posy: Posy): void
}
