/** Kinds for what the public submits (contract §14): who submits it, and the proof of work. */
import { wholeTextAsEmailAddress } from '../../domain/text/links.ts'
import { titleOrUndefined } from '../../domain/text/plain-text.ts'
import { because, type Faults, faultBecause } from '../../problem.ts'
import { faultResult, type Kind, valueResult } from './kind.ts'

/** Who submits an event. `email` is "" where none is given. */
export interface Submitter {
  readonly name: string
  readonly email: string
}

const LONGEST_NAME = 100

const nameOf = (raw: unknown) => titleOrUndefined(raw, LONGEST_NAME)

function emailOf(raw: unknown): string | undefined {
  if (raw === undefined || raw === null || raw === '') return ''
  return typeof raw === 'string' ? wholeTextAsEmailAddress(raw) : undefined
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
      return faultResult(because('not_a_submitter'))
    const sent: Readonly<Record<string, unknown>> = { ...raw }
    const [name, email] = [nameOf(sent.name), emailOf(sent.email)]
    const faults: Record<string, Faults[string]> = {}
    if (name === undefined)
      faults['.name'] = faultBecause(because('wrong_name_length', { most: LONGEST_NAME }))
    if (email === undefined) faults['.email'] = faultBecause(because('not_an_email_address'))
    return name === undefined || email === undefined ? { faults } : valueResult({ name, email })
  },
}

/** A field that people do not see: whatever fills it in is refused. */
export const mustBeEmpty: Kind<''> = {
  name: 'empty',
  shown: 'string',
  schema: { type: 'string', maxLength: 0 },
  read: () => faultResult(because('not_empty')),
}
