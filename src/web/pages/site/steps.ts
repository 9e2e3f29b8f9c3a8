/** The links to the previous and the next page, by arrow keys and swipes. */

/** The minimum length of a swipe in pixels. It must be twice as wide as high. */
const SWIPE = 80

function step(isTowardsRight: boolean): void {
  const isReversed = getComputedStyle(document.documentElement).direction === 'rtl'
  const name = isTowardsRight === isReversed ? 'prev' : 'next'
  document.querySelector<HTMLElement>(`.steps [rel=${name}]`)?.click()
}

function stepByKey({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  if (altKey || ctrlKey || metaKey || shiftKey) return
  if (target instanceof Element && target.closest('input, select, textarea')) return
  if (key === 'ArrowLeft' || key === 'ArrowRight') step(key === 'ArrowRight')
}

function stepBySwipe(view: HTMLElement): void {
  let from: Touch | undefined
  view.addEventListener(
    'touchstart',
    ({ touches }) => {
      from = touches.length === 1 ? touches[0] : undefined
    },
    { passive: true },
  )
  view.addEventListener('touchend', ({ changedTouches: [to] }) => {
    if (from === undefined || to === undefined) return
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY]
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0)
  })
}

/** Lets keys and swipes follow the links of pages that have them. */
export function enableKeysAndSwipes(): void {
  if (document.querySelector('.steps') === null) return
  document.addEventListener('keydown', stepByKey)
  const main = document.querySelector('main')
  if (main !== null) stepBySwipe(main)
}
