/** The switch between light and dark colours: as the system says, or as the reader chose in this browser. */
type Scheme = 'light' | 'dark'

const KEY = 'fasti-scheme'
const FEATURE = /\(prefers-color-scheme:\s*(light|dark)\)/g

const isScheme = (text: string | null): text is Scheme => text === 'light' || text === 'dark'

/** Returns the choice of the reader; undefined without one, and where the browser keeps nothing. */
function chosenScheme(): Scheme | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return isScheme(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps a choice, or forgets it where it is what the system says. */
function keepScheme(scheme: Scheme | undefined): void {
  try {
    if (scheme === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, scheme)
  } catch {
    // The choice holds for this page.
  }
}

/** A condition that asks for the scheme of the system, with its text as written. */
interface Condition {
  readonly written: string
  set(text: string): void
}

const mediaRules = (rules: CSSRuleList): readonly CSSMediaRule[] =>
  [...rules].flatMap((rule) => {
    const inner = rule instanceof CSSGroupingRule ? mediaRules(rule.cssRules) : []
    return rule instanceof CSSMediaRule ? [rule, ...inner] : inner
  })

/** Returns the conditions of the style sheets, of any theme, and of the colours of the browser’s frame. */
function schemeConditions(): readonly Condition[] {
  const lists = [...document.styleSheets].flatMap(({ cssRules }) => mediaRules(cssRules))
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[media]')]
  const all = [
    ...lists.map(({ media }) => ({
      written: media.mediaText,
      set: (text: string) => {
        media.mediaText = text
      },
    })),
    ...metas.map((meta) => ({
      written: meta.media,
      set: (text: string) => {
        meta.media = text
      },
    })),
  ]
  return all.filter(({ written }) => written.search(FEATURE) !== -1)
}

/** Replaces the question for a scheme by one with the answer that the choice gives; without a choice the system answers. */
const answered = (written: string, scheme: Scheme | undefined): string =>
  scheme === undefined
    ? written
    : written.replace(FEATURE, (_, asked: string) => (asked === scheme ? '(min-width: 0)' : '(max-width: 0)'))

/** Shows the choice of the reader, and lets the button in the head change it. */
export function offerColorSchemes(): void {
  const button = document.querySelector<HTMLButtonElement>('.scheme')
  if (button === null) return
  const system = matchMedia('(prefers-color-scheme: dark)')
  const systemScheme = (): Scheme => (system.matches ? 'dark' : 'light')
  const conditions = schemeConditions()
  let chosen = chosenScheme()
  const apply = (scheme: Scheme | undefined) => {
    for (const { written, set } of conditions) set(answered(written, scheme))
    document.documentElement.style.colorScheme = scheme ?? ''
    const next: Scheme = (scheme ?? systemScheme()) === 'dark' ? 'light' : 'dark'
    button.dataset.to = next
    button.title = button.dataset[next] ?? ''
    button.setAttribute('aria-label', button.title)
  }
  apply(chosen)
  button.hidden = false
  button.addEventListener('click', () => {
    const next: Scheme = button.dataset.to === 'dark' ? 'dark' : 'light'
    chosen = next === systemScheme() ? undefined : next
    keepScheme(chosen)
    apply(chosen)
  })
  system.addEventListener('change', () => apply(chosen))
  // Paper is light, whatever the screen is.
  addEventListener('beforeprint', () => apply(undefined))
  addEventListener('afterprint', () => apply(chosen))
}
