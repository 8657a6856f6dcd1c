const setText = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!

/** Whatever someone does next finds the text they typed. */
const flushEvents = ['pointerdown', 'click', 'keydown', 'beforeinput', 'submit'] as const

/** A form that was sent without scripts comes back with the ends of lines that forms are sent with; a text area has its own. */
const isAsItCame = ({ value, defaultValue }: HTMLTextAreaElement) => value === defaultValue.replaceAll(/\r\n?/g, '\n')

/**
 * What people type before the page's scripts have come to life stays. React keeps it in inputs, but puts a text area's
 * first text back while it takes the page over, which happens piece by piece: someone may type on, or send, in between.
 * @returns to be called once React has the page: writes the texts again, and tells it of them as typing does
 */
export function saveTypedValues(): () => void {
  const typed = new Map<HTMLTextAreaElement, string>()
  const note = (area: EventTarget | null) => {
    if (!(area instanceof HTMLTextAreaElement)) return
    if (isAsItCame(area)) typed.delete(area)
    else typed.set(area, area.value)
  }
  const noteTyping = ({ target }: Event) => note(target)
  const write = () => {
    // By the element's own setter: with React's, it would think that it knows already.
    for (const [area, text] of typed) if (isAsItCame(area)) setText.call(area, text)
  }
  document.querySelectorAll('textarea').forEach(note)
  document.addEventListener('input', noteTyping, true)
  for (const deed of flushEvents) document.addEventListener(deed, write, true)
  return () => {
    document.removeEventListener('input', noteTyping, true)
    for (const deed of flushEvents) document.removeEventListener(deed, write, true)
    write()
    for (const area of typed.keys()) area.dispatchEvent(new Event('input', { bubbles: true }))
    typed.clear()
  }
}
