/** How requests say who asks (contract §5). */
import type { Operation } from '../operations.ts'
import { type DocumentContext, type Json, type SecurityName, securityNames } from './document.ts'
import type { Verb } from './problems-of.ts'

const schemes: Readonly<Record<SecurityName, Json>> = {
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'fasti_session' },
  csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
}

/** Name → scheme, as the document's components. */
export function securitySchemes({ word }: DocumentContext): Json {
  return Object.fromEntries(
    securityNames.map((name) => [name, { ...schemes[name], description: word(`security.${name}`) }]),
  )
}

const tokens = [{ basic: [] }, { bearer: [] }]
const guarded = { session: [], csrf: [] }

/** What reads take, where nothing else is said: what is public needs no credentials. */
export const anyone = [{}, ...tokens, { session: [] }]

/** What an operation takes, where that is not what reads do. */
export function securityOf({ action }: Operation, verb: Verb): Json {
  if (['get', 'head', 'options'].includes(verb)) return {}
  if (action === 'sign-in') return { security: [{}] }
  return { security: action === 'sign-out' ? [guarded] : [...tokens, guarded, {}] }
}
