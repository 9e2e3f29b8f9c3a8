/** The line of the present in a grid of hours. Only scripts draw it: a page is kept until midnight, so that its own time is not the reader's. */

const MINUTE = 60_000

/** Returns the date and the minutes since midnight in a time zone; undefined if the browser does not know the zone. */
function clockIn(timeZone: string): { readonly day: string; readonly minutes: number } | undefined {
  try {
    const text = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone,
    }).format()
    return { day: text.slice(0, 10), minutes: Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)) }
  } catch {
    return undefined
  }
}

function place(line: HTMLElement, slots: HTMLElement): void {
  const { today, zone = '', first = '' } = slots.dataset
  const clock = clockIn(zone)
  const halfHours = (clock?.minutes ?? 0) / 30 - Number(first)
  line.hidden = clock?.day !== today || halfHours < 0
  line.style.insetBlockStart = `calc(${halfHours} * var(--half))`
}

/** Draws the line among the events of today, and moves it every minute. */
export function drawNowLine(slots: HTMLElement): void {
  const line = document.createElement('li')
  line.className = 'now-line'
  line.ariaHidden = 'true'
  slots.append(line)
  place(line, slots)
  setInterval(() => place(line, slots), MINUTE)
}
