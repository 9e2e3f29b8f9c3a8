/** Reads a Dockerfile: its stages, their instructions and its arguments. */

/** An instruction: its keyword and the rest of the line. */
export type Instruction = readonly [word: string, rest: string]

/** Returns the instructions of a Dockerfile in order, with continued lines joined. */
function instructionsOf(text: string): readonly Instruction[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    return [word, rest]
  })
}

/** Returns the instructions of each stage, which begins with FROM. Arguments before the first stage are left out. */
export function stagesOf(text: string): readonly (readonly Instruction[])[] {
  const stages: Instruction[][] = []
  for (const instruction of instructionsOf(text)) {
    if (instruction[0] === 'FROM') stages.push([])
    stages.at(-1)?.push(instruction)
  }
  return stages
}

/** Returns the command of HEALTHCHECK as a list of arguments. Throws if a stage has none in this form. */
export function healthCheckOf(stage: readonly Instruction[]): readonly string[] {
  const rest = stage.find(([word]) => word === 'HEALTHCHECK')?.[1] ?? ''
  return JSON.parse(rest.slice(rest.indexOf('['))) as readonly string[]
}

/** Returns the variables that ENV sets, in order. Values have no spaces. */
export function variablesOf(stage: readonly Instruction[]): Readonly<Record<string, string>> {
  const pairs = stage
    .filter(([word]) => word === 'ENV')
    .flatMap(([, rest]) => rest.split(/\s+/))
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  return Object.fromEntries(pairs)
}
