/**
 * Mutation testing of the policies in `policies.ts`: changes one place of a rule at a time and runs the rule's unit
 * tests. A change that no test notices survives, and shows what is not tested.
 *
 * `node test/hard/mutation/run.ts [part of a path]`, with `SEED=`, `MUTANTS=` (300, or `all`) and `WORKERS=` (2).
 */
import { createRandom, getSeed } from '#test/runner/seed.ts'
import { equivalents } from './equivalents.ts'
import { collectMutants, type Mutant } from './mutants.ts'
import { policies, type Policy } from './policies.ts'
import type { MutantResult, MutantRun } from './runner.ts'
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
/** A mutant that loops forever is killed by this. Ordinary runs take below a second. */
const timeoutMs = 60_000

type MutantStatus = 'killed' | 'timeout' | 'survived'
export type Outcome = {
  mutant: Mutant
  status: MutantStatus
  killed_by: string | null
  reason?: string
}

const readSource = ({ file }: Policy) => readFileSync(join(root, file), 'utf8')

/** @param filter a part of the paths of the policies. */
export const collectAllMutants = (filter = ''): Mutant[] =>
  policies
    .filter(({ file }) => file.includes(filter))
    .flatMap((policy) => collectMutants(policy.file, readSource(policy), policy.only))

/**
 * Tests mutants of the policies.
 * @param options.count how many are drawn; all where there are fewer.
 * @param options.filter a part of the paths of the policies to test.
 * @throws Error where the tests of a policy fail without a change.
 */
export async function testMutants(options: {
  seed: number
  count: number
  workers: number
  filter?: string
}): Promise<Outcome[]> {
  const sources = new Map(
    policies.map((policy) => [policy.file, { policy, text: readSource(policy) }]),
  )
  const queue = draw(collectAllMutants(options.filter), options.count, createRandom(options.seed))
  const checked = new Set<string>()
  const outcomes: Outcome[] = []

  async function work() {
    const runner = new Runner(options.seed)
    try {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const { policy, text } = sources.get(mutant.file) as { policy: Policy; text: string }
        if (!checked.has(mutant.file)) {
          checked.add(mutant.file)
          await expectToPass(runner, policy, text)
        }
        const changed = text.slice(0, mutant.start) + mutant.text + text.slice(mutant.end)
        const result = await runner.run({ file: mutant.file, text: changed, tests: policy.tests })
        outcomes.push(outcomeOf(mutant, result))
      }
    } finally {
      runner.stop()
    }
  }
  await Promise.all(Array.from({ length: options.workers }, work))
  return outcomes.toSorted(
    (a, b) => a.mutant.file.localeCompare(b.mutant.file) || a.mutant.start - b.mutant.start,
  )
}

/** Draws `count` mutants, in the order of their files, so that a file's tests are transformed once. */
function draw(all: readonly Mutant[], count: number, random: () => number): Mutant[] {
  const order = all.map((mutant, at) => ({ mutant, at, key: random() }))
  const drawn = order.toSorted((a, b) => a.key - b.key).slice(0, count)
  return drawn.toSorted((a, b) => a.at - b.at).map(({ mutant }) => mutant)
}

async function expectToPass(runner: Runner, { file, tests }: Policy, text: string): Promise<void> {
  const result = await runner.run({ file, text, tests })
  if (result === 'timeout' || result.killed_by !== null)
    throw new Error(`The tests of ${file} fail without a change: ${JSON.stringify(result)}`)
}

function outcomeOf(mutant: Mutant, result: MutantResult | 'timeout'): Outcome {
  if (result === 'timeout') return { mutant, status: 'timeout', killed_by: null }
  if (result.killed_by !== null) return { mutant, status: 'killed', killed_by: result.killed_by }
  const { reason } =
    equivalents.find((entry) => entry.file === mutant.file && entry.change === mutant.change) ?? {}
  return { mutant, status: 'survived', killed_by: null, ...(reason ? { reason } : {}) }
}

/** One process of `runner.ts`, which is replaced when a mutant does not end. */
class Runner {
  readonly #seed: number
  #child: ChildProcess | undefined

  constructor(seed: number) {
    this.#seed = seed
  }

  async run(request: MutantRun): Promise<MutantResult | 'timeout'> {
    this.#child ??= await this.#start()
    const answer = await this.#answer(this.#child, () => this.#child?.send(request))
    if (answer === 'timeout') this.stop()
    return answer as MutantResult | 'timeout'
  }

  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  async #start(): Promise<ChildProcess> {
    // Vitest marks the processes it runs tests in by its variables, and would take the child for one of them.
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(?:VITEST|TEST$)/.test(name),
    )
    const child = fork(join(import.meta.dirname, 'runner.ts'), [], {
      cwd: root,
      env: { ...Object.fromEntries(inherited), SEED: String(this.#seed) },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await this.#answer(child, () => {})
    return child
  }

  #answer(child: ChildProcess, send: () => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(() => resolve('timeout')), timeoutMs)
      const onMessage = (message: unknown) => settle(() => resolve(message))
      const onExit = () => settle(() => reject(new Error('The runner of mutants ended.')))
      function settle(end: () => void) {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit)
        end()
      }
      child.on('message', onMessage).on('exit', onExit)
      send()
    })
  }
}

/** @returns the share of mutants that a test noticed, from 0 to 1. Equivalent mutants count as survivors. */
export const shareKilled = (outcomes: readonly Outcome[]): number =>
  outcomes.filter(({ status }) => status !== 'survived').length / outcomes.length

/** Writes a line for each file and one for each survivor. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const count = (of: readonly Outcome[], status: MutantStatus) =>
    of.filter((result) => result.status === status).length
  const lineOf = (name: string, of: readonly Outcome[]) =>
    `${name.padEnd(64)} ${String(of.length).padStart(5)} mutants ${String(count(of, 'killed')).padStart(5)} killed ` +
    `${String(count(of, 'timeout')).padStart(3)} timeout ${String(count(of, 'survived')).padStart(4)} survived`
  const files = Object.entries(Object.groupBy(outcomes, ({ mutant }) => mutant.file))
  const survivors = outcomes.filter(({ status }) => status === 'survived')
  return [
    ...files.map(([file, of = []]) => lineOf(file, of)),
    lineOf('all', outcomes),
    `${(shareKilled(outcomes) * 100).toFixed(1)} % killed`,
    ...survivors.map(
      ({ mutant: { file, line, change }, reason }) =>
        `survived: ${file}:${line} ${change}${reason ? ` (equivalent: ${reason})` : ''}`,
    ),
  ].join('\n')
}

/** The options that the environment names. */
export function readOptions() {
  const { MUTANTS, WORKERS } = process.env
  return {
    seed: getSeed(),
    count: MUTANTS === 'all' ? Infinity : Number(MUTANTS ?? 300),
    workers: Number(WORKERS ?? 2),
  }
}

if (import.meta.main) {
  const began = performance.now()
  const filter = process.argv[2]
  const outcomes = await testMutants({ ...readOptions(), ...(filter ? { filter } : {}) })
  process.stdout.write(`${reportOf(outcomes)}\n`)
  process.stdout.write(`${((performance.now() - began) / 1_000).toFixed(0)} s\n`)
}
