/** Terms whose ids no category or tag has: clients keep ids of another site, which the plugin leaves out (contract §12). */
import type { TermName } from '../../contract/resources/index.ts'
import type { DialectWriteQuestions } from '../../representations/dialect.ts'
import { isJsonObject, type JsonObject } from './json.ts'

/** The args that name terms. */
export const termNamesByArg = { categories: 'category', tags: 'tag' } as const satisfies Readonly<
  Record<string, TermName>
>

/** Maximum members of a list; a longer one is refused later, when args are read. */
const MAX_MEMBERS = 500

/** The members of a sent list; a text is one, unless it is ids with commas. */
function membersIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' && /^[\d\s,]+$/.test(value) ? value.split(',').filter(Boolean) : [value]
}

/** The id that a member is; undefined for names and for anything else. */
function idOf(member: unknown): string | undefined {
  const id = isJsonObject(member) ? member.id : member
  const text = typeof id === 'number' || typeof id === 'string' ? String(id).trim() : ''
  return /^\d{1,15}$/.test(text) ? text : undefined
}

async function knownIn(name: TermName, value: unknown, { hasTerm }: DialectWriteQuestions): Promise<unknown> {
  const members = membersIn(value)
  const ids = members.map(idOf)
  if (members.length > MAX_MEMBERS || ids.every((id) => id === undefined)) return value
  const isKnown: boolean[] = []
  for (const id of ids) isKnown.push(id === undefined || (await hasTerm(name, id)))
  return isKnown.every(Boolean) ? value : members.filter((_, at) => isKnown[at])
}

/** Leaves out the ids that no term has. */
export async function withoutUnknownTermIds(
  sent: JsonObject,
  questions: DialectWriteQuestions,
): Promise<JsonObject> {
  const known: Record<string, unknown> = {}
  for (const [arg, name] of Object.entries(termNamesByArg))
    if (sent[arg] !== undefined) known[arg] = await knownIn(name, sent[arg], questions)
  return { ...sent, ...known }
}
