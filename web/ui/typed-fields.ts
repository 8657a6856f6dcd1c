/** What was typed into a control, or whether a box is ticked. */
export interface TypedField {
  name: string
  value: string
}
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const neverKept = ['password', 'file', 'hidden', 'submit', 'button']
const isBox = (control: Control): control is HTMLInputElement => ['checkbox', 'radio'].includes(control.type)

const listControls = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (each): each is Control =>
      'value' in each && (each as Control).name !== '' && !neverKept.includes((each as Control).type),
  )

/** Everything in a form that people fill in; nothing secret. */
export const fieldsIn = (form: HTMLFormElement): TypedField[] =>
  listControls(form).map((each) => ({ name: each.name, value: isBox(each) ? String(each.checked) : each.value }))

/** Fills a form that has just these fields, but for what someone has typed or ticked there meanwhile, and tells whether it has. */
export function fillForm(form: HTMLFormElement, fields: readonly TypedField[]): boolean {
  const controls = listControls(form)
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('\n')
  if (!fields.length || names(controls) !== names(fields)) return false
  const touched = controls.filter(isTouched)
  for (const [index, control] of controls.entries()) {
    const isChosen = touched.some((each) => each === control || (each.type === 'radio' && each.name === control.name))
    if (!isChosen) write(control, fields[index]!.value)
  }
  return true
}

/** Whether it is no longer as the page came with it. */
function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    const given = options.find(({ defaultSelected }) => defaultSelected) ?? options[0]
    return control.value !== given?.value
  }
  return isBox(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue
}

/** By the element's own setter, so that React takes it for typing. */
function write(control: Control, value: string): void {
  if (isBox(control)) {
    if (String(control.checked) !== value) control.click()
    return
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!.set!.call(control, value)
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}
