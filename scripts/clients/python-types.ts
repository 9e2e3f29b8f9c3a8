/** JSON schemas → types of Python. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly description?: string
}

const plain: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

const literal = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : JSON.stringify(value)

const union = (all: readonly string[]): string => {
  const unique = [...new Set(all)]
  if (unique.includes('Any')) return 'Any'
  return unique.join(' | ')
}

function ofType(type: string, schema: Schema): string {
  if (type === 'array') return `list[${schema.items === undefined ? 'Any' : typeOf(schema.items)}]`
  if (type !== 'object') return plain[type] ?? 'Any'
  const { additionalProperties: values } = schema
  return `dict[str, ${typeof values === 'object' ? typeOf(values) : 'Any'}]`
}

/** Returns the type of values that a schema describes. Named schemas are their TypedDict. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'Any'
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`
  const some = schema.anyOf ?? schema.oneOf
  if (some !== undefined) return union(some.map(typeOf))
  if (schema.allOf !== undefined)
    return schema.allOf.length === 1 && schema.allOf[0] ? typeOf(schema.allOf[0]) : 'Any'
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  return types.length === 0 ? 'Any' : union(types.map((type) => ofType(type, schema)))
}

const isName = (text: string) => /^[a-z]\w*$/i.test(text) && !keywords.has(text)

/** The reserved words of Python. */
export const keywords: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** Returns the declaration of a named schema: a TypedDict, or an alias. */
export function declarationOf(name: string, schema: Schema): string {
  const { properties, required = [] } = schema
  if (properties === undefined || schema.type !== 'object') return `${name}: TypeAlias = ${typeOf(schema)}`
  const fields = Object.entries(properties).map(([key, one]) => {
    const type = typeOf(one)
    return [key, required.includes(key) ? type : `NotRequired[${type}]`] as const
  })
  if (!fields.every(([key]) => isName(key))) {
    const entries = fields.map(([key, type]) => `    ${JSON.stringify(key)}: ${JSON.stringify(type)},`)
    return [
      `${name} = TypedDict(`,
      `    ${JSON.stringify(name)},`,
      '    {',
      ...entries.map((one) => `    ${one}`),
      '    },',
      ')',
    ].join('\n')
  }
  const lines = fields.map(([key, type]) => `    ${key}: ${type}`)
  return [`class ${name}(TypedDict):`, ...(lines.length === 0 ? ['    pass'] : lines)].join('\n')
}
