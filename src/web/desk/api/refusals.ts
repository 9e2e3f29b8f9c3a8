/** Refusals of the service in the language of the desk, by their reasons. */
import { filledText } from '../../../words/finder.ts'
import { language, t } from '../words/index.ts'

/** Why the service refuses something: a reason or a code, and its values. */
interface Refusal {
  readonly reason?: string | undefined
  readonly values?: Readonly<Record<string, unknown>> | undefined
}

/** The words by reason, the reasons told in the words of others, and how a value of a name is written. */
export interface RefusalTelling {
  readonly words: Readonly<Record<string, string>>
  readonly toldAlike: ReadonlyMap<string, string>
  readonly valueText: (name: string, value: unknown) => string
}

/** The words that are there from the start; the others are loaded with the first refusal. */
let telling: RefusalTelling = {
  words: { missing: t('fault.missing') },
  toldAlike: new Map(),
  valueText: (_, value) => String(value),
}
let loading: Promise<void> | undefined

/** Loads the words for refusals. Without a connection refusals stay in the English of the service. */
export function loadRefusalWordsOnce(): Promise<void> {
  loading ??= import('../words/telling.ts')
    .then(async ({ loadRefusalTelling }) => {
      const { words, ...rest } = await loadRefusalTelling(language)
      telling = { ...rest, words: { ...telling.words, ...words } }
    })
    .catch(() => {
      loading = undefined
    })
  return loading
}

/** Returns a value as text: of a reason behind another one in words, as far as there are any. */
function textOfValue(name: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return telling.valueText(name, value)
  const { message = '', ...refusal }: Refusal & { readonly message?: string } = value
  return refusalText(refusal) ?? message
}

/** Returns a refusal in words; undefined where the desk has none. */
export function refusalText({ reason = '', values = {} }: Refusal): string | undefined {
  const text = telling.words[telling.toldAlike.get(reason) ?? reason]
  const texts = Object.entries(values).map(([name, value]) => [name, textOfValue(name, value)] as const)
  return text === undefined ? undefined : filledText(text, Object.fromEntries(texts))
}
