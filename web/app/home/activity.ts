/** Something that happened. */
export interface Activity {
  key: string
  at: string
  /** Where there is more of it. */
  to: string | null
  title: string
  detail: string
  pence: number | null
  currency: string
}
