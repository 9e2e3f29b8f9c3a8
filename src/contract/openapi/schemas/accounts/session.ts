/** Schemas of the web session (contract §5). */
import type { Json } from '../../document.ts'
import { each, object, text, whole } from '../shapes.ts'

/** Schemas by name. */
export const ofSession: Readonly<Record<string, Json>> = {
  Session: object({
    user: object({ id: whole, ...each(text, 'login', 'display_name', 'language', 'role') }),
    csrf_token: { type: ['string', 'null'] },
  }),
  SignedOut: object({ signed_out: { const: true } }),
}
