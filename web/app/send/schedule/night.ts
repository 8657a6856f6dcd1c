const [MORNING, EVENING] = [7, 22]

/** Whether a day and time as typed (`2026-03-02T23:30`) are of the night, by the clock that they are typed by. */
export function isNight(sendAt: string): boolean {
  const hour = Number(sendAt.slice('2026-03-02T'.length, '2026-03-02T23'.length))
  return hour < MORNING || hour >= EVENING
}
