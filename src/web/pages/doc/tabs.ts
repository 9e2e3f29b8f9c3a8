/** Tabs with example programs (the ARIA tabs pattern). */

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

function tabOf(panel: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = panel.getAttribute('aria-label')
  button.id = `tab-${panel.id}`
  button.setAttribute('role', 'tab')
  button.setAttribute('aria-controls', panel.id)
  panel.setAttribute('role', 'tabpanel')
  panel.setAttribute('aria-labelledby', button.id)
  panel.removeAttribute('aria-label')
  return button
}

function listOf(label: string, buttons: readonly HTMLButtonElement[]): HTMLElement {
  const list = document.createElement('div')
  list.className = 'tabs'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', label)
  list.append(...buttons)
  return list
}

/** Turns the examples of one request into tabs, one per language. */
export function makeExampleTabs(programs: HTMLElement): void {
  const panels = [...programs.querySelectorAll<HTMLElement>('.program')]
  const buttons = panels.map(tabOf)
  const list = listOf(programs.dataset.label ?? '', buttons)
  const placeOf = (target: EventTarget | null) => buttons.findIndex((button) => button === target)
  const select = (chosen: number) => {
    for (const [at, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(at === chosen))
      button.tabIndex = at === chosen ? 0 : -1
    }
    for (const [at, panel] of panels.entries()) panel.hidden = at !== chosen
  }
  list.addEventListener('click', ({ target }) => {
    const at = placeOf(target)
    if (at >= 0) select(at)
  })
  list.addEventListener('keydown', (event) => {
    const [step, at] = [steps[event.key], placeOf(event.target)]
    if (step === undefined || at < 0) return
    const next = (at + step + buttons.length) % buttons.length
    select(next)
    buttons[next]?.focus()
    event.preventDefault()
  })
  programs.prepend(list)
  programs.dataset.tabbed = ''
  select(0)
}
