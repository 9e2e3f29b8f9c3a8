/** Functions that compare values with the schemas of the published document, compiled once for all runs. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { closed, type Published, partial } from './published.ts'

const require = createRequire(import.meta.url)
const folder = resolve(import.meta.dirname, '../../.cache/held')
const forms = { closed, partial }

/** With `closed`, undocumented keys are faults; with `partial`, missing keys are none either. */
export type Form = keyof typeof forms

/** Returns a name as a segment of a JSON pointer in a URL. */
export const segment = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Returns the JSON pointer of each schema of responses and headers. */
function pointersOf({ paths, components }: Published): readonly string[] {
  const responses = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, operation]) =>
      Object.entries(operation.responses).map(
        ([status, response]) => [`/paths/${segment(path)}/${verb}/responses/${status}`, response] as const,
      ),
    ),
  )
  const shared = Object.entries(components.responses).map(
    ([name, response]) => [`/components/responses/${segment(name)}`, response] as const,
  )
  const bodies = [...responses, ...shared].flatMap(([at, { content }]) =>
    content?.['application/json']?.schema === undefined ? [] : [`${at}/content/application~1json/schema`],
  )
  const headers = Object.keys(components.headers).map((name) => `/components/headers/${segment(name)}/schema`)
  return [...bodies, ...headers, '/components/schemas/Problem']
}

/** Returns the source of a module that exports one function for each pointer: `_0`, `_1` … */
function compile(document: Published, form: Form, pointers: readonly string[]): string {
  const code = { optimize: false, source: true }
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code })
  addFormats.default(ajv)
  ajv.addSchema(forms[form](document))
  const ids = pointers.map((pointer, at) => [`_${at}`, `${at}`, `${form}#${pointer}`] as const)
  for (const [, $id, $ref] of ids) ajv.addSchema({ $id, $ref })
  return standaloneCode.default(ajv, Object.fromEntries(ids.map(([name, $id]) => [name, $id])))
}

/** Writes the module, and removes the ones of other documents. */
function keep(form: Form, path: string, source: string): void {
  mkdirSync(folder, { recursive: true })
  const others = readdirSync(folder).filter((name) => name.startsWith(`${form}-`) && name !== basename(path))
  for (const old of others) rmSync(join(folder, old), { force: true })
  // Another worker may write or read it at the same time: none shall find half of it.
  const own = join(folder, `new-${randomUUID()}`)
  writeFileSync(own, source)
  renameSync(own, path)
}

type Validators = Readonly<Record<string, ValidateFunction>>

function load(document: Published, form: Form, pointers: readonly string[]): Validators {
  const hash = createHash('sha256').update(JSON.stringify(document))
  for (const part of ['held-schemas.ts', 'published.ts', '../../package-lock.json'])
    hash.update(readFileSync(join(import.meta.dirname, part)))
  const path = join(folder, `${form}-${hash.digest('hex')}.cjs`)
  if (!existsSync(path)) keep(form, path, compile(document, form, pointers))
  return require(path)
}

/**
 * Returns a function that finds the validator of a schema by its JSON pointer. Compiling takes seconds in each worker;
 * loading what an earlier run has compiled takes a tenth of a second.
 */
export function validatorsOf(document: Published, form: Form): (pointer: string) => ValidateFunction {
  const pointers = pointersOf(document)
  const names = new Map(pointers.map((pointer, at) => [pointer, `_${at}`]))
  let loaded: Validators | undefined
  return (pointer) => {
    const known = loaded ?? load(document, form, pointers)
    loaded = known
    const validate = known[names.get(pointer) ?? '']
    if (validate === undefined) throw new Error(`the document has no schema at ${pointer}`)
    return validate
  }
}
