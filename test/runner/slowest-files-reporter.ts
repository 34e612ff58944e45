import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const maxFiles = 20

/** Prints the slowest test files and the total time of each project. */
export default class SlowestFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const rows = modules
      .map((module) => ({
        project: module.project.name,
        file: relative(module.project.config.root, module.moduleId),
        tests: [...module.children.allTests()].length,
        ms: durationOf(module),
      }))
      .sort((a, b) => b.ms - a.ms)
    if (rows.length > 1) print(rows)
  }
}

function durationOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return collectDuration + setupDuration + duration
}

type Row = { project: string; file: string; tests: number; ms: number }

function print(rows: Row[]) {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9)
  console.log(`\n Slowest files of ${rows.length}`)
  for (const { project, file, tests, ms } of rows.slice(0, maxFiles))
    console.log(`${seconds(ms)} ${String(tests).padStart(5)} tests  ${project.padEnd(11)} ${file}`)
  const byProject = Object.entries(Object.groupBy(rows, ({ project }) => project))
  console.log('\n Projects')
  for (const [project, projectRows = []] of byProject) {
    const total = (pick: (row: Row) => number) =>
      projectRows.reduce((sum, row) => sum + pick(row), 0)
    const tests = String(total(({ tests }) => tests)).padStart(5)
    console.log(
      `${seconds(total(({ ms }) => ms))} ${tests} tests  ${project.padEnd(11)} ${projectRows.length} files`,
    )
  }
}
