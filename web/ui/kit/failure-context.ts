import { createContext } from 'react'
import type { Failure } from './failure.ts'

/** Why the form around was not accepted; null before it was sent. */
export const FailureContext = createContext<Failure | null>(null)
