/** Kinds for what the public submits (contract §14): who submits it, and the proof of work. */
import { emailAddress } from '../../domain/text/links.ts'
import { parseTitle } from '../../domain/text/plain-text.ts'
import type { Faults } from '../../problem.ts'
import { faultResult, type Kind, valueResult } from './kind.ts'

/** Who submits an event. `email` is "" where none is given. */
export interface Submitter {
  readonly name: string
  readonly email: string
}

const LONGEST_NAME = 100

const nameOf = (raw: unknown) => parseTitle(raw, LONGEST_NAME)

function emailOf(raw: unknown): string | undefined {
  if (raw === undefined || raw === null || raw === '') return ''
  return typeof raw === 'string' ? emailAddress(raw) : undefined
}

/** An object with a name and an e-mail address, which may be empty. */
export const submitter: Kind<Submitter> = {
  name: 'submitter',
  shown: undefined,
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: LONGEST_NAME },
      email: { anyOf: [{ type: 'string', format: 'email', maxLength: 254 }, { const: '' }] },
    },
    required: ['name'],
  },
  read: (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      return faultResult('must be an object with a name and an email')
    const sent: Readonly<Record<string, unknown>> = { ...raw }
    const [name, email] = [nameOf(sent.name), emailOf(sent.email)]
    const faults: Record<string, Faults[string]> = {}
    const code = 'rest_invalid_param'
    if (name === undefined)
      faults['.name'] = { code, message: `must be a name of 1 to ${LONGEST_NAME} characters` }
    if (email === undefined)
      faults['.email'] = { code, message: 'must be an e-mail address such as name@example.org' }
    return name === undefined || email === undefined ? { faults } : valueResult({ name, email })
  },
}

/** A field that people do not see: whatever fills it in is refused. */
export const mustBeEmpty: Kind<''> = {
  name: 'empty',
  shown: 'string',
  schema: { type: 'string', maxLength: 0 },
  read: () => faultResult('must stay empty'),
}
