/** Something that wants looking at. */
export interface Attention {
  key: string
  tone: 'warning' | 'danger' | 'info'
  title: string
  text: string
  action: { to: string; label: string } | null
}
