/**
 * Loaded before a process of the product (`--import`): its clock differs by CLOCK_SHIFT_SECONDS, from the start or, with
 * CLOCK_SHIFT_FROM=signal, from one SIGUSR2 to the next, as when someone sets a machine's clock.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_SECONDS ?? 0) * 1000
let isShifted = process.env.CLOCK_SHIFT_FROM !== 'signal'
process.on('SIGUSR2', () => {
  isShifted = !isShifted
})
const real = Date
const realNow = Date.now.bind(Date)
const now = () => realNow() + (isShifted ? shiftMs : 0)
globalThis.Date = new Proxy(real, {
  construct: (target, given) => Reflect.construct(target, given.length ? given : [now()]),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
