/** Authentication schemes (contract §5). */
import { ignoresSession, type Operation } from '../operations.ts'
import { type JsonObject, type SecurityName, securityNames } from './document.ts'
import type { HttpVerb } from './problems-of.ts'
import { securityTexts } from './texts/parts.ts'

const schemes: Readonly<Record<SecurityName, JsonObject>> = {
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'fasti_session' },
  csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
}

/** Returns the security scheme components, by name. */
export function securitySchemes(): JsonObject {
  return Object.fromEntries(
    securityNames.map((name) => [name, { ...schemes[name], description: securityTexts[name] }]),
  )
}

const tokens = [{ basic: [] }, { bearer: [] }]
const guarded = { session: [], csrf: [] }

/** The default security of reads: credentials are optional, because public items need none. */
export const defaultReadSecurity = [{}, ...tokens, { session: [] }]

/** Returns the security of an operation if it differs from the default. */
export function securityUnlessDefault(operation: Operation, verb: HttpVerb): JsonObject {
  if (['get', 'options'].includes(verb)) return {}
  if (ignoresSession(operation)) return { security: [{}] }
  return { security: operation.facts.needsSession ? [guarded] : [...tokens, guarded, {}] }
}
