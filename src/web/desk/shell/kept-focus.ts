/**
 * The focus stays where somebody works: where what had it is gone, such as a row that went to the trash, or a bar of acts, what stood
 * beside it gets it, else what is left around it, and in the end the heading of the view.
 */

/** What takes the focus without taking letters: shortcuts go on working. */
const TARGETS = 'a[href], button:not(:disabled), summary, input[type=checkbox], input[type=radio]'
/** What stands for a row. */
const NAMES = 'th a, .name:is(a, button)'

/** An element around the focus, and its neighbours, as long as they are there. */
interface Place {
  readonly element: Element
  readonly beside: readonly (Element | null)[]
}

let places: readonly Place[] = []

function placesAround(target: EventTarget | null): readonly Place[] {
  const found: Place[] = []
  for (
    let element = target;
    element instanceof Element && !element.matches('main');
    element = element.parentElement
  )
    found.push({ element, beside: [element.nextElementSibling, element.previousElementSibling] })
  return found
}

function targetIn(element: Element): HTMLElement | undefined {
  const all = [NAMES, TARGETS].flatMap((selector) => [...element.querySelectorAll<HTMLElement>(selector)])
  const own = element instanceof HTMLElement && element.matches(TARGETS) ? [element] : []
  return [...own, ...all].find((one) => one.checkVisibility())
}

/** Returns what gets the focus in place of what is gone. */
function nextTarget(): HTMLElement | undefined {
  const left = places.flatMap(({ element, beside }) => (element.isConnected ? [element] : beside))
  for (const one of left) {
    const target = one?.isConnected === true ? targetIn(one) : undefined
    if (target !== undefined) return target
  }
  return document.querySelector<HTMLElement>('main h1') ?? undefined
}

addEventListener('focusin', ({ target }) => {
  places = placesAround(target)
})

new MutationObserver(() => {
  const isLost = document.activeElement === document.body && places[0]?.element.isConnected === false
  if (isLost && document.querySelector('dialog[open]') === null) nextTarget()?.focus()
}).observe(document.body, { childList: true, subtree: true })

/** The field of the view that was typed in last. */
let lastTyped: HTMLElement | undefined
addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof HTMLElement && target.closest('.sign-in') === null) lastTyped = target
  },
  true,
)

/** Returns the field that was typed in last, if it is still there: saving by its button takes the focus from it. */
export const fieldTypedLast = (): HTMLElement | undefined => (lastTyped?.isConnected ? lastTyped : undefined)
