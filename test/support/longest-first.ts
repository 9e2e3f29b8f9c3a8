/** The order of the test files: long ones come first, so that no worker waits for the last one. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests with a browser, or with many processes. On a machine that has run them before, Vitest knows how long each takes. */
const takesLong = /\/test\/(desk|pages)\/|\.slow\.test|\/(torture|fuzz|faults|mcp|brackets|failing)\.test/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => (takesLong.test(moduleId) ? 0 : 1)
    return sorted.sort((a, b) => a.project.name.localeCompare(b.project.name) || rank(a) - rank(b))
  }
}
